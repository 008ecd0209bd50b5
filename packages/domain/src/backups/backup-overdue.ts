/** A night's backup, and two hours for it to be late. */
export const maxAgeHours = 26

/**
 * Returns true when the last good backup, or, before the first one, the day they were switched on,
 * is too long ago.
 */
export function isBackupOverdue(
  { lastGoodAt, since }: { lastGoodAt: Date | null; since: Date },
  now: Date,
): boolean {
  return now.getTime() - (lastGoodAt ?? since).getTime() > maxAgeHours * 60 * 60 * 1000
}
