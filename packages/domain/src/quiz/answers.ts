import type { HealthIssue, OptionOf, SingleChoiceKey } from './options.ts'

/** The contact of the last step. It is stored apart from the answers. */
export type Contact = { name: string; email: string; phone: string }

export type NumberKey = 'height' | 'weight'

/** The answers of one attempt, without the contact (specification, section 3). */
export type QuizAnswers = {
  [K in Exclude<SingleChoiceKey, 'beforeMenstruation'>]: OptionOf<K>
} & {
  /** Optional, and for women only. */
  beforeMenstruation?: OptionOf<'beforeMenstruation'> | undefined
  /** Whole centimetres. */
  height: number
  /** Kilograms. */
  weight: number
  healthIssues: HealthIssue[]
}

export type AnswerKey = keyof QuizAnswers

/** The answers of an unfinished quiz. */
export type AnswersSoFar = Partial<QuizAnswers> & { healthIssues: HealthIssue[] }
