import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'
import { checklistFor } from './checklists.ts'
import type { Advice } from './results/result-text.ts'
import { resultText } from './results.ts'

/** A result's first step, which is for today, and the words that it is ticked off under. */
export type TodaysStep = { step: Advice; item: string }

/** Where the reader's checklist has the same step, one tick ticks both. */
export function todaysStep(
  result: Pick<QuizResult, 'mainCategory' | 'subCategory'>,
  answers: QuizAnswers,
): TodaysStep | null {
  const [step] = resultText(result, answers).nextSteps
  if (!step) return null
  const { sections } = checklistFor(result.subCategory, answers)
  const item = sections.flatMap(({ items }) => items).find((one) => step.ticks?.includes(one))
  return { step, item: item ?? step.text }
}
