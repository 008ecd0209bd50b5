import { typeset } from '../writing/typeset.ts'
import type { Advice } from './result-text.ts'

/** The advice in place of limits on sweets, for readers whom food rules may harm. */
export const freeSweets: Advice = typeset({
  says: 'eatsFreely',
  title: 'Сладкое без новых запретов',
  text: 'Хочется — съешьте спокойно, сидя, с тарелки. Убирать что-то из еды сейчас решает только врач.',
})
