import type { OptionOf, SingleChoiceKey } from '../quiz/options.ts'
import type { AnswerFact } from './answer-facts.ts'

type CircumstanceKey = 'gender' | 'age' | 'goals' | 'consultation'

/** The options without a complaint, the healthiest first. One or two past diets are none. */
export const healthyChoices = {
  dietAttempts: ['never', '1-2'],
  tongueColor: ['1'],
  feelingCold: ['0'],
  bodyHeaviness: ['0'],
  unusualCravings: ['0'],
  sleepFeeling: ['0', '1'],
  eyeWhitesColor: ['0'],
  dilatedPupils: ['0'],
  dominantEmotion: ['0'],
  beforeMenstruation: ['0'],
  sleepProblems: ['0'],
  afterEating: ['0'],
  stopEatingSweets: ['0'],
  doingEverythingRight: ['0'],
  whenHungryChoose: ['0'],
  whenBreakdownsHappen: ['0'],
} as const satisfies {
  [K in Exclude<SingleChoiceKey, CircumstanceKey>]: readonly OptionOf<K>[]
}

type HealthyKey = keyof typeof healthyChoices

/** A fact that is no complaint. */
export type Healthy =
  | { [K in HealthyKey]: `${K}:${(typeof healthyChoices)[K][number]}` }[HealthyKey]
  | 'healthIssues:none'
  | 'bmi:18.5-24.9'

const healthy: ReadonlySet<string> = new Set([
  ...Object.entries(healthyChoices).flatMap(([key, values]) => values.map((value) => `${key}:${value}`)),
  'healthIssues:none',
  'bmi:18.5-24.9',
])

/** Returns true when an answer complains of nothing, so that it explains no result. */
export function isHealthy(said: AnswerFact): said is Healthy {
  return healthy.has(said)
}

/** A fact about the person or a wish, which is neither healthy nor unhealthy. */
export type Circumstance = Extract<AnswerFact, `${CircumstanceKey}:${string}`>

export function isCircumstance(said: AnswerFact): said is Circumstance {
  return /^(gender|age|goals|consultation):/.test(said)
}
