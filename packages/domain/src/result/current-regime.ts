import type { QuizAnswers } from '../quiz/answers.ts'
import { concernsOf } from './medical-red-flags.ts'

/** How evenly a person eats now. */
export type CurrentRegime = 'steady' | 'uneven' | 'broken'

/**
 * The four questions about eating give up to two marks each; more marks never mean a steadier regime. It is steady only of whoever has
 * none, as the claim `evenFood` says.
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
