export const categories = ['A', 'B', 'C'] as const
/** A metabolism, B stress and hormones, C habits. Ties are settled in this order. */
export type Category = (typeof categories)[number]

export const subcategories = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const
export type Subcategory = (typeof subcategories)[number]

/** The fallback for an unknown subcategory (specification, section 2). */
export const fallbackSubcategory: Subcategory = 'A1'

export type Scores = Record<Category, number>

function isSubcategory(value: unknown): value is Subcategory {
  return (subcategories as readonly unknown[]).includes(value)
}

export function categoryOf(subcategory: Subcategory): Category {
  return subcategory[0] as Category
}

/** The format of `quiz_leads.category`. */
export type StoredCategory = `${Category}${Subcategory}`

/** Combines the category and the subcategory: `A` and `A1` make `AA1`. */
export function storedCategory(subcategory: Subcategory): StoredCategory {
  return `${categoryOf(subcategory)}${subcategory}`
}

/** Parses the last two characters of a stored category; null when they are invalid. */
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
