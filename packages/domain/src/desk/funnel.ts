/** The number of visits that got so far and no farther. */
export type FunnelProgress = { step: number; finished: boolean; visits: number }

export type StepFigures = {
  /** From 1. */
  step: number
  /** Visits that had it on screen. */
  views: number
  /** Of those, the ones that got no farther and did not finish. */
  exits: number
  medianSeconds: number | null
}

/** Counts views and exits of each step: a step was seen by all that reached it or a later one. */
export function stepFigures(
  reached: readonly FunnelProgress[],
  medians: ReadonlyMap<number, number>,
  length: number,
): StepFigures[] {
  const sum = (counted: (each: FunnelProgress) => boolean) =>
    reached.filter(counted).reduce((total, { visits }) => total + visits, 0)
  return Array.from({ length }, (_, at) => {
    const step = at + 1
    return {
      step,
      views: sum((each) => each.step >= step),
      exits: sum((each) => each.step === step && !each.finished),
      medianSeconds: medians.get(step) ?? null,
    }
  })
}

/** Of fewer than these a share says nothing. */
export const minSampleSize = 30

export function isTooFew(count: number): boolean {
  return count < minSampleSize
}

/**
 * Returns true when so many of all visits are unproven that the owner is told: more than a fifth,
 * and no handful.
 */
export function hasManyUnproven(unproven: number, proven: number): boolean {
  return !isTooFew(unproven) && unproven > (unproven + proven) / 5
}

/** A part of a whole in percent, to a tenth; null of nothing. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

/** What a visit may lead to, from near to far. */
export const milestones = ['saved', 'checklist', 'program', 'consultation'] as const
