import { months } from '../writing/months.ts'
import { typeset } from '../writing/typeset.ts'

/** Texts around the legal pages. */
export const legalTexts = typeset({
  contents: 'На этой странице',
  updated: 'Редакция от',
  /** «21 ноября 2026 г.» from `2026-11-21`. */
  day(isoDay: string): string {
    const [year, month, day] = isoDay.split('-').map(Number)
    return `${day} ${months[(month ?? 1) - 1]} ${year} г.`
  },
} as const)
