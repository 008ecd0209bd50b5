/** A visit to the quiz, as the browser reports it. Steps count from 1 in `reportedSteps`. */
export type Visit = {
  /** The id of the visit's first attempt. */
  id: string
  /** The id of the current attempt. */
  attempt: string
  /** The furthest step. */
  step: number
  /** The seconds on each step until it was first left, or nothing when they are unknown. */
  seconds: (number | null | undefined)[]
  finished: boolean
}

/** A longer time counts as unknown, because the page was probably left open. */
export const maxStepSeconds = 1800

/** The state of the quiz at one moment. Step 0 is never reported. */
export type VisitSnapshot = readonly [attempt: string, step: number, isCompleted: boolean, now: number]

/** The current visit: its report, the current step and the time since, or `NaN`. */
export type VisitProgress = readonly [visit: Visit | null, step: number, since: number]

/** Starts to watch before the first press. The time of a step shown before a reload is unknown. */
export function startVisit([, step, , now]: VisitSnapshot): VisitProgress {
  return [null, step, step === 1 ? now : Number.NaN]
}

/**
 * Updates the visit by the state after a press. Starting over ends the visit. It mutates the given
 * visit and uses tuples, because every visitor loads this code.
 */
export function updateVisit(
  [known, left, since]: VisitProgress,
  [attempt, step, isCompleted, now]: VisitSnapshot,
): VisitProgress {
  if (known && known.attempt !== attempt && step === 1) return [null, step, now]

  const visit = known ?? { id: attempt, attempt, step: 1, seconds: [], finished: false }
  const isLeft = left !== step || (isCompleted && !visit.finished)
  if (isLeft && left) visit.seconds[left - 1] ??= Math.round((now - since) / 1000)
  visit.attempt = attempt
  visit.step = Math.max(visit.step, step)
  visit.finished ||= isCompleted
  return [visit, step, isLeft ? now : since]
}

/** Returns the times of a visit without those that are out of range. */
export function cleanSeconds(seconds: Visit['seconds']): (number | null)[] {
  return Array.from(seconds, (spent) =>
    typeof spent === 'number' && spent >= 0 && spent <= maxStepSeconds ? spent : null,
  )
}

/** Merges a later report into a visit. The order and the repetition of reports change nothing. */
export function mergeVisit<Known extends Visit>(known: Known, told: Visit): Known {
  const length = Math.max(known.seconds.length, told.seconds.length)
  return {
    ...known,
    step: Math.max(known.step, told.step),
    seconds: Array.from({ length }, (_, at) => known.seconds[at] ?? told.seconds[at] ?? null),
    finished: known.finished || told.finished,
  }
}
