import { autoAdvanceMs } from '@app/domain/quiz/machine'

/** For how long `early.ts` has a question that it has just gone on to for itself, so that it can be seen, and pressed. */
const lookMs = 100

/**
 * How long, in milliseconds, the quiz's script leaves the page to `early.ts`, by what that says at the page's root: where it is about to show
 * the second question, until that has been seen; also when the script has kept it from doing so in time. No longer than that elsewhere: 0.
 */
export function earlyWaitMs({ asks, chosenAt }: { asks?: string; chosenAt?: string }, now: number): number {
  const pausedMs = now - Number(chosenAt)
  if (asks !== 'gender' || Number.isNaN(pausedMs)) return 0
  return Math.max(autoAdvanceMs - pausedMs, 0) + lookMs
}
