import type { QuizAnswers } from '../quiz/answers.ts'
import { countIssues, hasIssue } from '../quiz/health-issues.ts'
import { bmi } from './bmi.ts'
import { type Category, categoryOf, type Subcategory } from './categories.ts'
import type { ReasonId } from './score.ts'

/** A subcategory rule (specification, section 9). */
type Rule = {
  subcategory: Subcategory
  otherwise: Subcategory
  isMet: (answers: QuizAnswers) => boolean
  /** The answers that can decide the rule, and so explain the subcategory. */
  metBy: (reason: ReasonId) => boolean
}

const metabolicIssues = ['insulinResistance', 'digestion'] as const
const fortyOrOlder: readonly string[] = ['40-49', '50-59', '60+']
const menstrualSymptoms: readonly unknown[] = ['1', '2']
const stuckAnswers: readonly string[] = ['1', '2']

const rules: Readonly<Record<Category, Rule>> = {
  // At least 4 issues, BMI over 27, insulin resistance or digestion among the issues, and 3+ diet
  // attempts: all of them.
  A: {
    subcategory: 'A2',
    otherwise: 'A1',
    isMet: ({ healthIssues, height, weight, dietAttempts }) =>
      countIssues(healthIssues) >= 4 &&
      bmi(height, weight) > 27 &&
      metabolicIssues.some((id) => hasIssue(healthIssues, id)) &&
      dietAttempts === '3-more',
    metBy: (reason) =>
      reason.startsWith('bmi:') || metabolicIssues.some((id) => reason === `healthIssues:${id}`),
  },
  // Women aged 40+ with a menstrual symptom or PMS/menopause.
  B: {
    subcategory: 'B2',
    otherwise: 'B1',
    isMet: ({ gender, age, beforeMenstruation, healthIssues }) =>
      gender === 'female' &&
      fortyOrOlder.includes(age) &&
      (menstrualSymptoms.includes(beforeMenstruation) || hasIssue(healthIssues, 'pmsMenopause')),
    metBy: (reason) =>
      reason === 'healthIssues:pmsMenopause' ||
      menstrualSymptoms.some((value) => reason === `beforeMenstruation:${value}`),
  },
  // "Doing everything right" answered 1 or 2, or 3+ attempts with BMI 23 to 27 and no interest in a
  // consultation.
  C: {
    subcategory: 'C2',
    otherwise: 'C1',
    isMet: ({ doingEverythingRight, dietAttempts, height, weight, consultation }) => {
      const index = bmi(height, weight)
      return (
        stuckAnswers.includes(doingEverythingRight) ||
        (dietAttempts === '3-more' && index >= 23 && index <= 27 && consultation === 'no')
      )
    },
    metBy: (reason) =>
      reason === 'dietAttempts:3-more' ||
      stuckAnswers.some((value) => reason === `doingEverythingRight:${value}`),
  },
}

/** Narrows a main category down. */
export function subcategoryOf(category: Category, answers: QuizAnswers): Subcategory {
  const { subcategory, otherwise, isMet } = rules[category]
  return isMet(answers) ? subcategory : otherwise
}

/** Returns true when an answer can decide the subcategory's rule. */
export function decides(subcategory: Subcategory, reason: ReasonId): boolean {
  const rule = rules[categoryOf(subcategory)]
  return rule.subcategory === subcategory && rule.metBy(reason)
}
