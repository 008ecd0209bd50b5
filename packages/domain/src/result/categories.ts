export const categories = ['A', 'B', 'C'] as const
/** A metabolic, B stress and hormones, C habits. The order is also the order in which ties are settled. */
export type Category = (typeof categories)[number]

export const subcategories = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const
export type Subcategory = (typeof subcategories)[number]

/** What an unknown subcategory falls back to (specification, section 2). */
export const fallbackSubcategory: Subcategory = 'A1'

export type Scores = Record<Category, number>

function isSubcategory(value: unknown): value is Subcategory {
  return (subcategories as readonly unknown[]).includes(value)
}

export function categoryOf(subcategory: Subcategory): Category {
  return subcategory[0] as Category
}

/** As `quiz_leads.category` stores it. */
export type StoredCategory = `${Category}${Subcategory}`

/** `A` and `A1` make `AA1`. */
export function storedCategory(subcategory: Subcategory): StoredCategory {
  return `${categoryOf(subcategory)}${subcategory}`
}

/** The subcategory is the last two characters of what is stored; null when they are none. */
export function parseStoredCategory(stored: string | null | undefined): Subcategory | null {
  const last = stored?.slice(-2)
  return isSubcategory(last) ? last : null
}

/**
 * Returns the subcategory of the suitable checklist when the result's own may be unknown: the
 * category's first, and A1 for no category.
 */
export function checklistSubcategory(
  category: Category | null,
  subcategory: Subcategory | null,
): Subcategory {
  return subcategory ?? (category ? `${category}1` : fallbackSubcategory)
}
