import { optionTexts } from '@app/content/ru/options'
import { stepTexts } from '@app/content/ru/questions'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { steps } from '@app/domain/quiz/steps'
import { personalRows } from './personal-rows.ts'

export type AnswerChange = { id: string; question: string; before: string; after: string }

/** Lists the answers that differ between two attempts, in the order of the questions. */
export function compareAttempts(before: Partial<QuizAnswers>, after: Partial<QuizAnswers>): AnswerChange[] {
  return steps.flatMap((step) => {
    if (!('key' in step)) return []
    const [was, is] = [answerText(step.key, before), answerText(step.key, after)]
    if (was === null || is === null || was === is) return []
    return [{ id: step.id, question: stepTexts[step.id].title, before: was, after: is }]
  })
}

/** An answer in the words it was given in; null when there is none. */
function answerText(key: keyof QuizAnswers, answers: Partial<QuizAnswers>): string | null {
  if (key === 'height' || key === 'weight' || key === 'healthIssues') {
    return personalRows({ name: null, answers }).find(({ id }) => id === key)?.value ?? null
  }
  const value = answers[key]
  const options: Readonly<Record<string, { label: string }>> = optionTexts[key]
  return value === undefined ? null : (options[value]?.label ?? null)
}
