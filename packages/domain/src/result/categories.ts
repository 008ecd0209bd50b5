export const categories = ['A', 'B', 'C'] as const
/** A metabolic, B stress and hormones, C habits. The order is also the order in which ties are settled. */
export type Category = (typeof categories)[number]

export const subcategories = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const
export type Subcategory = (typeof subcategories)[number]

/** What an unknown subcategory falls back to (specification, section 2). */
const fallbackSubcategory: Subcategory = 'A1'

export type Scores = Record<Category, number>

export function isSubcategory(value: unknown): value is Subcategory {
  return (subcategories as readonly unknown[]).includes(value)
}

export function categoryOf(subcategory: Subcategory): Category {
  return subcategory[0] as Category
}

/** `quiz_leads.category` holds `AA1` for `A` and `A1`: the subcategory is its end; anything unknown falls back to A1. */
export function parseStoredCategory(stored: string | null | undefined): Subcategory {
  const last = stored?.slice(-2)
  return isSubcategory(last) ? last : fallbackSubcategory
}
