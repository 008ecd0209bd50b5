import type { QuizAnswers } from '../quiz/answers.ts'
import { type Category, categories, categoryOf, type Scores, type Subcategory } from './categories.ts'
import { isCircumstance, isHealthy } from './healthy.ts'
import { mayLoseWeight } from './medical-red-flags.ts'
import { rulesVersion } from './points.ts'
import { type Contribution, explainScores, mainCategory, type ReasonId, score } from './score.ts'
import { decides, subcategoryOf } from './subcategory.ts'

export type QuizResult = {
  mainCategory: Category
  subCategory: Subcategory
  scores: Scores
  /** The version of the rules that gave this result. */
  rulesVersion: string
}

/** The result of one attempt. The same answers and rules version give the same result, always. */
export function classifyResult(answers: QuizAnswers): QuizResult {
  const scores = score(answers)
  const category = mainCategory(scores)
  return { mainCategory: category, subCategory: subcategoryOf(category, answers), scores, rulesVersion }
}

/**
 * The answers that explain a result, heaviest first, at most `count`. What a person is (gender, age) or wants explains nothing, nor
 * does an answer that complains of nothing. Answers by which the subcategory's rule was met are among them before heavier ones;
 * body signs, which are mere hints, only beside a single other reason and after it.
 */
export function reasonsFor(subcategory: Subcategory, answers: QuizAnswers, count = 3): ReasonId[] {
  const category = categoryOf(subcategory)
  const weigh = ({ points }: Contribution) => points[category] ?? 0
  const heaviestFirst = (one: Contribution, other: Contribution) => weigh(other) - weigh(one)
  const found = complaintsOf(answers)
    .filter((part) => weigh(part) > 0)
    .sort(heaviestFirst)
  const told = found.filter(({ reason }) => !isBodySign(reason))
  const deciding = told.filter(({ reason }) => decides(subcategory, reason))
  const others = told.filter((part) => !deciding.includes(part))
  const shown = [...deciding, ...others].slice(0, count).sort(heaviestFirst)
  const signs = shown.length === 1 ? found.filter(({ reason }) => isBodySign(reason)) : []
  return [...shown, ...signs].slice(0, count).map(({ reason }) => reason)
}

/** Everything scored that complains of something and may be spoken of, in the order of the questions. */
function complaintsOf(answers: QuizAnswers): Contribution[] {
  const mayLose = mayLoseWeight(answers)
  return explainScores(answers).filter(
    ({ reason }) => !isCircumstance(reason) && !isHealthy(reason) && (mayLose || !mentionsWeightLoss(reason)),
  )
}

/**
 * Counts the answers that speak of each category. An answer is counted once, where it weighs most, and of equal weights for the
 * result's own category. Body signs, which are mere hints, are left out, as is the sum of several issues, which is no answer.
 */
export function countAnswers(category: Category, answers: QuizAnswers): Scores {
  const counts: Scores = { A: 0, B: 0, C: 0 }
  const order = [category, ...categories]
  for (const { reason, points } of complaintsOf(answers)) {
    if (isBodySign(reason) || reason === 'healthIssues:many') continue
    const weigh = (one: Category) => points[one] ?? 0
    counts[order.reduce((most, one) => (weigh(one) > weigh(most) ? one : most))] += 1
  }
  return counts
}

/** A reason that is seen in a mirror. It hints, and never explains a result by itself. */
export type BodySign = Extract<
  ReasonId,
  `tongueColor:${string}` | `eyeWhitesColor:${string}` | `dilatedPupils:${string}`
>

export function isBodySign(reason: ReasonId): reason is BodySign {
  return /^(tongueColor|eyeWhitesColor|dilatedPupils):/.test(reason)
}

/** A weight that is not low, and diets: told only to those with whom losing weight may be spoken of. */
function mentionsWeightLoss(reason: ReasonId): boolean {
  return (reason.startsWith('bmi:') && reason !== 'bmi:under-18.5') || reason === 'dietAttempts:3-more'
}
