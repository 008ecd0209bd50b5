import type { QuizAnswers } from '../quiz/answers.ts'
import { type AnswerFact, createNameableCheck } from './answer-facts.ts'

/** The problem areas in display order. */
export const problemAreas = [
  'energy',
  'sugar',
  'cravings',
  'weight',
  'swelling',
  'heaviness',
  'digestion',
  'warmth',
  'thyroid',
] as const
export type ProblemArea = (typeof problemAreas)[number]

/** The facts that indicate each area. */
export const areaSigns: Readonly<Record<ProblemArea, readonly AnswerFact[]>> = {
  energy: ['healthIssues:fatigue', 'sleepFeeling:2', 'afterEating:1'],
  sugar: ['healthIssues:insulinResistance', 'stopEatingSweets:2'],
  cravings: ['unusualCravings:2'],
  weight: ['bmi:25-26.9', 'bmi:27-29.9', 'bmi:30-34.9', 'bmi:from-35'],
  swelling: ['healthIssues:swelling'],
  heaviness: ['bodyHeaviness:1', 'bodyHeaviness:2'],
  digestion: ['healthIssues:digestion'],
  warmth: ['feelingCold:1', 'feelingCold:2'],
  thyroid: ['healthIssues:thyroid'],
}

/** Lists the problem areas that the answers name; empty without any. */
export function problemAreasOf(answers: QuizAnswers): ProblemArea[] {
  const isNamed = createNameableCheck(answers)
  return problemAreas.filter((area) => areaSigns[area].some(isNamed))
}
