import { funnelStep, isBeforeUnreportedStep, isUnreportedStep } from '@app/domain/analytics/quiz-event'
import type { StepId } from '@app/domain/quiz/steps'
import type { Command, QuizMoment } from './analytics.ts'

/** Shifts a time by the pauses that are cut out of the recording. */
export type TimestampShift = (at: Date) => Date

const maxBuffered = 200

/**
 * Creates the buffer that holds commands until none of their times can reveal a visit to the step
 * that only women see. A later step or the end of the page releases them, with the time on that
 * step cut out.
 */
export function createEventBuffer(
  startedAt: Date,
  release: (calls: Command[], retime: TimestampShift, since: Date) => void,
) {
  let kept: Command[] | null = []
  let since = startedAt
  let shownAs: StepId | null = null
  let unseenSince: Date | null = null
  let cuts: { from: number; to: number }[] = []

  const retime: TimestampShift = (at) => {
    const time = at.getTime()
    const later = cuts.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, time)), 0)
    return new Date(time + later)
  }

  function letGo(): void {
    const calls = kept?.map((call) => ({ ...call, at: retime(call.at) }))
    kept = null
    if (calls) release(calls, retime, since)
    unseenSince = null
    cuts = []
  }

  function begin(at: Date): void {
    if (kept) return
    kept = []
    since = at
  }

  function follow(moment: QuizMoment, stepId: StepId, at: Date): void {
    if (moment === 'viewed') followView(stepId, at)
    else if (moment === 'completed') {
      if (isBeforeUnreportedStep(stepId)) begin(at)
    } else {
      unseenSince = null
      shownAs = null
      if (moment !== 'restarted') letGo()
    }
  }

  function followView(stepId: StepId, at: Date): void {
    if (unseenSince) cuts.push({ from: unseenSince.getTime(), to: at.getTime() })
    const toldAs = funnelStep(stepId).step_id
    // Other ways to the step are reported as the step before.
    unseenSince = isUnreportedStep(stepId) && shownAs === toldAs ? at : null
    if (!isBeforeUnreportedStep(stepId)) letGo()
    // The first step after coming to the quiz belongs to the coming, which is told already.
    else if (shownAs) begin(at)
    shownAs = toldAs
  }

  return {
    isHolding: (): boolean => kept !== null,
    /** Buffers a command, or returns false when it need not wait. */
    keeps(call: Command): boolean {
      if (call.method === 'quiz') follow(...call.args, call.at)
      else if (call.method === 'reset' || isOtherPage(call)) letGo()
      if (!kept) return false
      kept.push(call)
      if (kept.length >= maxBuffered) letGo()
      return true
    },
    /** Releases the commands, because the page is hidden or unloads. */
    letGo,
    /** Drops the buffered commands. */
    forget(): void {
      kept = null
      letGo()
    },
  }
}

/** Returns true when a page view leaves the quiz. */
function isOtherPage(call: Command): boolean {
  return call.method === 'track' && call.args[0] === '$pageview' && new URL(call.url).pathname !== '/'
}
