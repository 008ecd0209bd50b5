/** The number of visits that ended at this step. */
export type FunnelProgress = { step: number; finished: boolean; visits: number }

export type StepFigures = {
  /** Counts from 1. */
  step: number
  /** Visits that saw the step. */
  views: number
  /** The visits among them that ended there. */
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

/** A share of fewer cases than this says nothing. */
export const minSampleSize = 30

export function isTooFew(count: number): boolean {
  return count < minSampleSize
}

/** Returns true when more than a fifth of the visits, and no mere handful, is unproven. */
export function hasManyUnproven(unproven: number, proven: number): boolean {
  return !isTooFew(unproven) && unproven > (unproven + proven) / 5
}

/** Returns a percentage to one decimal; null when the whole is 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

/** The outcomes of a visit, from the nearest to the furthest. */
export const milestones = ['saved', 'checklist', 'program', 'consultation'] as const
