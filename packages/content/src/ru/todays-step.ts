import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'
import { checklistFor } from './checklists.ts'
import type { Advice } from './results/result-text.ts'
import { resultText } from './results.ts'

/** The first step of a result, and the checklist item that it ticks. */
export type TodaysStep = { step: Advice; item: string }

/**
 * Returns the first step with the checklist item of the same meaning, so that one tick counts for
 * both.
 */
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
