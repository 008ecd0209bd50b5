import fc from 'fast-check'
import type { QuizAnswers } from './answers.ts'
import { dropUnaskedAnswers } from './drop-unasked-answers.ts'
import { type HealthIssue, quizOptions } from './options.ts'

const among = <T>(values: readonly T[]) => fc.constantFrom(...values)

const issues: fc.Arbitrary<HealthIssue[]> = fc
  .subarray(quizOptions.healthIssues.filter((id) => id !== 'none'))
  .map((ids) => (ids.length > 0 ? ids : ['none']))

/** Every complete set of answers the quiz can end with. For tests only. */
export const anyAnswers: fc.Arbitrary<QuizAnswers> = fc
  .record({
    gender: among(quizOptions.gender),
    age: among(quizOptions.age),
    height: fc.integer({ min: 120, max: 250 }),
    weight: fc.integer({ min: 300, max: 3000 }).map((tenths) => tenths / 10),
    dietAttempts: among(quizOptions.dietAttempts),
    healthIssues: issues,
    goals: among(quizOptions.goals),
    tongueColor: among(quizOptions.tongueColor),
    feelingCold: among(quizOptions.feelingCold),
    bodyHeaviness: among(quizOptions.bodyHeaviness),
    unusualCravings: among(quizOptions.unusualCravings),
    sleepFeeling: among(quizOptions.sleepFeeling),
    eyeWhitesColor: among(quizOptions.eyeWhitesColor),
    dilatedPupils: among(quizOptions.dilatedPupils),
    dominantEmotion: among(quizOptions.dominantEmotion),
    beforeMenstruation: fc.option(among(quizOptions.beforeMenstruation), { nil: undefined }),
    sleepProblems: among(quizOptions.sleepProblems),
    afterEating: among(quizOptions.afterEating),
    stopEatingSweets: among(quizOptions.stopEatingSweets),
    doingEverythingRight: among(quizOptions.doingEverythingRight),
    whenHungryChoose: among(quizOptions.whenHungryChoose),
    whenBreakdownsHappen: among(quizOptions.whenBreakdownsHappen),
    consultation: among(quizOptions.consultation),
  })
  .map(({ beforeMenstruation, ...answers }) =>
    dropUnaskedAnswers<QuizAnswers>(beforeMenstruation ? { ...answers, beforeMenstruation } : answers),
  )
