import type { QuizAnswers } from '../quiz/answers.ts'
import type { Category, Scores, Subcategory } from './categories.ts'
import { rulesVersion } from './points.ts'
import { explainScores, mainCategory, type ReasonId, score } from './score.ts'
import { subcategoryOf } from './subcategory.ts'

export type QuizResult = {
  mainCategory: Category
  subCategory: Subcategory
  scores: Scores
  /** The version of the rules that gave this result. */
  rulesVersion: string
}

/** The result of one attempt. The same answers and rules version give the same result, always. */
export function judge(answers: QuizAnswers): QuizResult {
  const scores = score(answers)
  const category = mainCategory(scores)
  return { mainCategory: category, subCategory: subcategoryOf(category, answers), scores, rulesVersion }
}

/**
 * The answers that weighed most for a category, heaviest first, at most `count`. What a person is (gender,
 * age) or wants is no reason to show; a symptom or a habit is.
 */
export function reasonsFor(category: Category, answers: QuizAnswers, count = 3): ReasonId[] {
  return explainScores(answers)
    .filter(({ reason, points }) => (points[category] ?? 0) > 0 && !isCircumstance(reason))
    .sort((one, other) => (other.points[category] ?? 0) - (one.points[category] ?? 0))
    .slice(0, count)
    .map(({ reason }) => reason)
}

/** A reason that is a fact about the person rather than something they noticed. */
export type Circumstance = Extract<
  ReasonId,
  `gender:${string}` | `age:${string}` | `goals:${string}` | `consultation:${string}`
>

function isCircumstance(reason: ReasonId): reason is Circumstance {
  return /^(gender|age|goals|consultation):/.test(reason)
}
