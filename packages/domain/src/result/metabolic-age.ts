import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'
import type { AgeBand } from '../quiz/options.ts'
import { bmi } from './bmi.ts'

/** The quiz asks for a band, so its midpoint is the age. The last band is open and counts as 65. */
export const ageBandMidpoint: Readonly<Record<AgeBand, number>> = {
  'under-30': 25,
  '30-39': 35,
  '40-49': 45,
  '50-59': 55,
  '60+': 65,
}

/** The maximum of added years, so that the number frightens nobody. */
export const maxYearsAdded = 8

/**
 * Estimates an age: the band's midpoint, a year for each 2.5 units of BMI over 25 (at most four)
 * and for each of five signs of tiredness. At most eight years are added.
 */
export function metabolicAge(answers: QuizAnswers): number {
  const overweight = Math.max(0, Math.floor((bmi(answers.height, answers.weight) - 25) / 2.5))
  const signs = [
    answers.afterEating === '1',
    answers.bodyHeaviness === '2',
    answers.sleepFeeling === '2',
    answers.dietAttempts === '3-more',
    hasIssue(answers.healthIssues, 'insulinResistance'),
  ].filter(Boolean).length
  return ageBandMidpoint[answers.age] + Math.min(maxYearsAdded, Math.min(4, overweight) + signs)
}
