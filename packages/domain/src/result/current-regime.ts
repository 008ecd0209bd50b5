import type { QuizAnswers } from '../quiz/answers.ts'

/** How evenly a person eats now. */
export type CurrentRegime = 'steady' | 'uneven' | 'broken'

/** The four questions about eating give up to two marks each; more marks never mean a steadier regime. */
export function currentRegime(answers: QuizAnswers): CurrentRegime {
  const marks =
    Number(answers.whenHungryChoose) +
    Number(answers.stopEatingSweets) +
    Number(answers.whenBreakdownsHappen) +
    Number(answers.unusualCravings)
  if (marks >= 5) return 'broken'
  return marks >= 2 ? 'uneven' : 'steady'
}
