import fc from 'fast-check'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { dropUnaskedAnswers } from '../quiz/drop-unasked-answers.ts'
import { healthyAnswers } from './healthy.arbitrary.ts'
import { anyWhoseLoadWaits } from './load-waits.arbitrary.ts'
import { anyKeepingWeight } from './weight-stays.arbitrary.ts'

const answered = Object.keys(healthyAnswers) as (keyof QuizAnswers)[]

/**
 * Everybody, and more often than chance has it those who complain of only a thing or two: of them a result says the least, so that two of its
 * parts part most easily. For tests only.
 */
export const anyReader: fc.Arbitrary<QuizAnswers> = fc.oneof(
  anyAnswers,
  fc.tuple(anyAnswers, fc.subarray(answered, { minLength: 1, maxLength: 4 })).map(([answers, complaints]) => {
    const kept = Object.fromEntries(complaints.map((key) => [key, answers[key]]))
    return dropUnaskedAnswers<QuizAnswers>({ ...answers, ...healthyAnswers, ...kept })
  }),
  anyKeepingWeight,
  anyWhoseLoadWaits,
  anyAnswers.map((answers) => ({ ...answers, healthIssues: ['other:не хочу жить'] as const })),
) as fc.Arbitrary<QuizAnswers>
