import type { Subcategory } from '@app/domain/result/categories'
import { a1 } from './results/a1.ts'
import { a2 } from './results/a2.ts'
import { b1 } from './results/b1.ts'
import { b2 } from './results/b2.ts'
import { c1 } from './results/c1.ts'
import { c2 } from './results/c2.ts'
import type { SubcategoryText } from './results/result-text.ts'
import { typeset } from './typeset.ts'

export { type CategoryText, categoryTexts } from './results/category.ts'
export { disclaimer } from './results/disclaimer.ts'
export { type ExtraText, extrasTexts } from './results/extras.ts'
export type { Advice, SubcategoryText } from './results/result-text.ts'

export const subcategoryTexts: Readonly<Record<Subcategory, SubcategoryText>> = typeset({
  A1: a1,
  A2: a2,
  B1: b1,
  B2: b2,
  C1: c1,
  C2: c2,
})
