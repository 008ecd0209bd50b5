/** The number of daily, weekly and monthly backups to keep. */
export type RetentionRule = { daily: number; weekly: number; monthly: number }

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the backups to keep, oldest first: the newest of each of the last days, weeks and months
 * with backups, and always the newest of all.
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
/** Weeks start on Monday; the first day of the era was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()
