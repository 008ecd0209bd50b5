import fc from 'fast-check'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'

/** What says of somebody that their weight is not to be brought down. For tests only, which is why the list is written out again. */
export const weightStaysBy = {
  underweight: { height: 170, weight: 50 },
  pregnancy: { words: 'беременна' },
  nursing: { words: 'кормлю грудью' },
  eatingDisorder: { words: 'булимия' },
  weightLoss: { words: 'худею без причины' },
  minor: { words: 'мне 16 лет' },
} as const

type Keeping = { height?: number; weight?: number; words?: string }

/** Everybody with whom losing weight is not spoken of, whatever else they answer; if not thin, then above normal weight. */
export const anyKeepingWeight: fc.Arbitrary<QuizAnswers> = fc
  .tuple(
    anyAnswers,
    fc.constantFrom<Keeping>(...Object.values(weightStaysBy)),
    fc.constantFrom(73, 79, 88, 105), // BMI 25.3, 27.3, 30.4, 36.3
  )
  .map(([answers, { height = 170, weight, words }, above]) => ({
    ...answers,
    height,
    weight: weight ?? above,
    healthIssues: words
      ? [...answers.healthIssues.filter((issue) => issue !== 'none' && issue !== 'other'), `other:${words}`]
      : answers.healthIssues,
  }))
