/** How far one passage through the quiz got, as its browser tells it. Steps count from 1 in `toldSteps`. */
export type Visit = {
  /** The attempt with which the visit began: tells the same visit again. */
  id: string
  /** The attempt as it is sent, should it be saved. */
  attempt: string
  /** The furthest step that was on screen. */
  step: number
  /** How long each step was looked at when it was first gone on from; nothing where that was not seen. */
  seconds: (number | null | undefined)[]
  finished: boolean
}

/** A step left open overnight says nothing about how long it takes. */
export const maxStepSeconds = 1800

/** What is on screen, and when: a step by its number, 0 for the one that is told of to nobody. */
export type VisitSnapshot = readonly [attempt: string, step: number, isCompleted: boolean, now: number]

/** What a page knows of the visit under way: what it tells of it, which step is on screen, and since when; `NaN` if nobody saw. */
export type Watched = readonly [visit: Visit | null, step: number, since: number]

/** What a page knows before anything was pressed. How long a step was on screen before a reload, nobody saw. */
export function startVisit([, step, , now]: VisitSnapshot): Watched {
  return [null, step, step === 1 ? now : Number.NaN]
}

/**
 * What a page knows after a press has led to this. Starting over ends the visit: the next press begins another. The first look at a
 * step counts: who comes back to it only sees their answer.
 *
 * Every visitor's script carries this, which is why it is told in lists without names and changes the visit that it was given. A time
 * that is not known is `NaN` or a hole, both of which JSON writes as null.
 */
export function updateVisit(
  [known, left, since]: Watched,
  [attempt, step, isCompleted, now]: VisitSnapshot,
): Watched {
  if (known && known.attempt !== attempt && step === 1) return [null, step, now]

  const visit = known ?? { id: attempt, attempt, step: 1, seconds: [], finished: false }
  const isLeft = left !== step || (isCompleted && !visit.finished)
  if (isLeft && left) visit.seconds[left - 1] ??= Math.round((now - since) / 1000)
  visit.attempt = attempt
  visit.step = Math.max(visit.step, step)
  visit.finished ||= isCompleted
  return [visit, step, isLeft ? now : since]
}

/** The times of a visit as they are kept: those that a step may take. */
export function cleanSeconds(seconds: Visit['seconds']): (number | null)[] {
  return Array.from(seconds, (spent) =>
    typeof spent === 'number' && spent >= 0 && spent <= maxStepSeconds ? spent : null,
  )
}

/**
 * What is known of a visit once it was told again: by the same page later, after a reload, by another tab. Telling the same
 * again changes nothing, in whatever order it arrives.
 */
export function mergeVisit<Known extends Visit>(known: Known, told: Visit): Known {
  const length = Math.max(known.seconds.length, told.seconds.length)
  return {
    ...known,
    step: Math.max(known.step, told.step),
    seconds: Array.from({ length }, (_, at) => known.seconds[at] ?? told.seconds[at] ?? null),
    finished: known.finished || told.finished,
  }
}
