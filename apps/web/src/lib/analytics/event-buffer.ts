import { funnelStep, isBeforeUntold, isUntold } from '@app/domain/analytics/quiz-event'
import type { StepId } from '@app/domain/quiz/steps'
import type { Command, QuizMoment } from './analytics.ts'

/** A moment as it is told: without the time spent on the step that nobody hears of. */
export type TimestampShift = (at: Date) => Date

const mostKept = 200

/**
 * Keeps what happens until nothing of it can tell who sees the step that only women see: until a later step is on screen,
 * or the page is left; `since` is when that began. By then the time spent on that step is known and can be taken out of everything before it; what
 * was told already could not be moved any more. Begins with the page, and anew whenever somebody is on the way to that
 * step again.
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
      if (isBeforeUntold(stepId)) begin(at)
    } else {
      unseenSince = null
      shownAs = null
      if (moment !== 'restarted') letGo()
    }
  }

  function followView(stepId: StepId, at: Date): void {
    if (unseenSince) cuts.push({ from: unseenSince.getTime(), to: at.getTime() })
    const toldAs = funnelStep(stepId).step_id
    // Whoever comes to it another way is simply told to be at the step before.
    unseenSince = isUntold(stepId) && shownAs === toldAs ? at : null
    if (!isBeforeUntold(stepId)) letGo()
    // The first step after coming to the quiz belongs to the coming, which is told already.
    else if (shownAs) begin(at)
    shownAs = toldAs
  }

  return {
    isHolding: (): boolean => kept !== null,
    /** Whether the call is kept for later. */
    keeps(call: Command): boolean {
      if (call.method === 'quiz') follow(...call.args, call.at)
      else if (call.method === 'reset' || isOtherPage(call)) letGo()
      if (!kept) return false
      kept.push(call)
      if (kept.length >= mostKept) letGo()
      return true
    },
    /** The page is going, or out of sight: what is kept has to be told now. */
    letGo,
    /** Forgets what is kept. */
    forget(): void {
      kept = null
      letGo()
    },
  }
}

/** The quiz stands on the first page; over the cabinet it says itself when it begins. */
function isOtherPage(call: Command): boolean {
  return call.method === 'track' && call.args[0] === '$pageview' && new URL(call.url).pathname !== '/'
}
