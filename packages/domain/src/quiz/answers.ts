import type { HealthIssue, OptionOf, SingleChoiceKey } from './options.ts'
import { steps } from './steps.ts'

/** Who to answer: the last step of the quiz. Stored beside the answers, never among them. */
export type Contact = { name: string; email: string; phone: string }

export type NumberKey = 'height' | 'weight'

/** What one attempt said to every question, contact excepted (specification, section 3). */
export type QuizAnswers = {
  [K in Exclude<SingleChoiceKey, 'beforeMenstruation'>]: OptionOf<K>
} & {
  /** Asked of women only, and optional for them. */
  beforeMenstruation?: OptionOf<'beforeMenstruation'> | undefined
  /** Whole centimetres. */
  height: number
  /** Kilograms. */
  weight: number
  healthIssues: HealthIssue[]
}

type AnswerKey = keyof QuizAnswers

/** The answers of a quiz that is still being taken. */
export type AnswersSoFar = Partial<QuizAnswers> & { healthIssues: HealthIssue[] }

/** Answers in which every required question is answered. */
export function isComplete(answers: AnswersSoFar): answers is QuizAnswers {
  return requiredKeys.every((key) => answers[key] !== undefined) && answers.healthIssues.length > 0
}

const requiredKeys: readonly AnswerKey[] = steps.flatMap((step) =>
  'key' in step && !('optional' in step) ? [step.key] : [],
)
