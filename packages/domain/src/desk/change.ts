import { isTooFew } from './funnel.ts'

/** The change of a figure since the previous period; `percent` is null for small samples. */
export type FigureChange = { way: 'same' | 'more' | 'less'; by: number; percent: number | null }

/** Compares a figure with the one before it. `cases` says how many things that one counted, where it is not a count itself. */
export function compareFigures(now: number, before: number, cases = before): FigureChange {
  const by = Math.abs(now - before)
  return {
    way: now === before ? 'same' : now > before ? 'more' : 'less',
    by,
    percent: before === 0 || isTooFew(cases) ? null : Math.round((100 * by) / before),
  }
}
