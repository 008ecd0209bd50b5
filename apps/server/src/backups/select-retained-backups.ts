/** Of how many days, weeks and months a backup is kept. */
export type RetentionRule = { daily: number; weekly: number; monthly: number }

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns which backups are kept, oldest first: the newest of each of the latest days, weeks and
 * months that have any, and in any case the newest of all. Counting those that have one means that
 * where no new ones come, the old ones stay.
 */
export function selectRetainedBackups(madeAt: readonly Date[], rule: RetentionRule): Date[] {
  const newestFirst = madeAt.toSorted((a, b) => b.getTime() - a.getTime())
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, dayOf).slice(0, rule.daily),
    ...newestOfEach(newestFirst, weekOf).slice(0, rule.weekly),
    ...newestOfEach(newestFirst, monthOf).slice(0, rule.monthly),
  ])
  return newestFirst.filter((each) => kept.has(each)).reverse()
}

function newestOfEach(newestFirst: readonly Date[], periodOf: (at: Date) => number): Date[] {
  const seen = new Set<number>()
  return newestFirst.filter((at) => {
    const isNewest = !seen.has(periodOf(at))
    seen.add(periodOf(at))
    return isNewest
  })
}

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)
/** From Monday on: the first day of the era was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()
