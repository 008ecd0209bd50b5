import type { QuizAnswers } from '../quiz/answers.ts'
import { concernsOf } from './medical-red-flags.ts'

/** The regularity of a person's meals. */
export type CurrentRegime = 'steady' | 'uneven' | 'broken'

/**
 * Classifies the regime by four questions. It is steady only without any mark, like the claim
 * `evenFood`.
 */
export function currentRegime(answers: QuizAnswers): CurrentRegime {
  const marks =
    Number(answers.whenHungryChoose) +
    Number(answers.stopEatingSweets) +
    Number(answers.whenBreakdownsHappen) +
    Number(answers.unusualCravings)
  if (marks >= 5) return 'broken'
  return marks > 0 || concernsOf(answers).includes('eatingDisorder') ? 'uneven' : 'steady'
}
