import { repeatedRequestMs } from '../repeated-request.ts'
import type { PlanProgress } from './daily-plan.ts'

type ProgramStart = {
  round: number
  begunAt: Date
  progress: Pick<PlanProgress, 'state' | 'currentDay' | 'lastSentOn' | 'isPaused'>
}

/**
 * Returns true when a program was begun by hand just now, from this same day, and stands there as
 * it would if it were begun again.
 */
export function hasJustStarted(
  { round, begunAt, progress }: ProgramStart,
  { fromDay, now }: { fromDay: number; now: Date },
): boolean {
  const { state, currentDay, lastSentOn, isPaused } = progress
  const isUntouched = state === 'active' && !isPaused && lastSentOn === null && currentDay === fromDay - 1
  return round > 1 && isUntouched && now.getTime() - begunAt.getTime() < repeatedRequestMs
}
