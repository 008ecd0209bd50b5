/** How far one passage through the quiz got, as its browser tells it. Steps count from 1 in `toldSteps`. */
export type Visit = {
  /** The attempt with which the visit began: tells the same visit again. */
  id: string
  /** The attempt as it is sent, should it be saved. */
  attempt: string
  /** The furthest step that was on screen. */
  step: number
  /** How long each step was looked at when it was first gone on from; nothing where that was not seen. */
  seconds: readonly (number | null | undefined)[]
  finished: boolean
}

/** What is on screen: a step by its number, 0 for the one that is told of to nobody. */
export type Sight = { attempt: string; step: number; isCompleted: boolean }

/** What a page knows of the visit under way: what it tells of it, which step is on screen and since when. */
export type Watched = { visit: Visit | null; step: number; since: number | null }

/** A step left open overnight says nothing about how long it takes. */
export const longestSeconds = 1800

/** What a page knows before anything was pressed. How long a step was on screen before a reload, nobody saw. */
export function beginWatching({ step }: Sight, now: number): Watched {
  return { visit: null, step, since: step === 1 ? now : null }
}

/** What a page knows after a press has led to this. Starting over ends the visit: the next press begins another. */
export function follow(before: Watched, sight: Sight, now: number): Watched {
  const { attempt, step, isCompleted } = sight
  const known = before.visit
  if (known && known.attempt !== attempt && step === 1) return beginWatching(sight, now)

  const isLeft = before.step !== step || (isCompleted && !known?.finished)
  const visit: Visit = {
    id: known?.id ?? attempt,
    attempt,
    step: Math.max(known?.step ?? 1, step),
    seconds: isLeft ? withSeconds(known?.seconds ?? [], before, now) : (known?.seconds ?? []),
    finished: isCompleted || (known?.finished ?? false),
  }
  return { visit, step, since: isLeft ? now : before.since }
}

/** The first time counts: who comes back to a step only looks at their answer. */
function withSeconds(seconds: Visit['seconds'], { step, since }: Watched, now: number): Visit['seconds'] {
  const spent = since === null ? Number.POSITIVE_INFINITY : Math.round((now - since) / 1000)
  if (step === 0 || (seconds[step - 1] ?? null) !== null || spent > longestSeconds) return seconds
  const after = Array.from({ length: Math.max(seconds.length, step) }, (_, at) => seconds[at] ?? null)
  after[step - 1] = spent
  return after
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
