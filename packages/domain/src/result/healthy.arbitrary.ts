import type fc from 'fast-check'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { healthyChoices } from './healthy.ts'

const { beforeMenstruation: _onlyWomen, ...ofEverybody } = healthyChoices

/** Every answer that complains of nothing, whoever gives it and whatever they wish for. For tests only. */
export const healthyAnswers = {
  ...Object.fromEntries(Object.entries(ofEverybody).map(([key, [healthiest]]) => [key, healthiest])),
  height: 170,
  weight: 63,
  healthIssues: ['none'],
  beforeMenstruation: undefined,
} as Partial<QuizAnswers>

/** Everybody who complains of nothing. For tests only. */
export const anyHealthy: fc.Arbitrary<QuizAnswers> = anyAnswers.map((answers) => ({
  ...answers,
  ...healthyAnswers,
}))
