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
  /** The version of the scoring rules. */
  rulesVersion: string
}

/** Classifies one attempt. The result depends only on the answers and the rules version. */
export function classifyResult(answers: QuizAnswers): QuizResult {
  const scores = score(answers)
  const category = mainCategory(scores)
  return { mainCategory: category, subCategory: subcategoryOf(category, answers), scores, rulesVersion }
}

/**
 * Lists at most `count` answers that explain a result, heaviest first. Circumstances and healthy
 * answers explain nothing. Answers that decided the subcategory come first, and body signs last.
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

/** Lists all scored complaints that may be mentioned, in the order of the questions. */
function complaintsOf(answers: QuizAnswers): Contribution[] {
  const mayLose = mayLoseWeight(answers)
  return explainScores(answers).filter(
    ({ reason }) => !isCircumstance(reason) && !isHealthy(reason) && (mayLose || !mentionsWeightLoss(reason)),
  )
}

/**
 * Counts the answers for each category. An answer counts once, for the category with its highest
 * points; ties favour the result's category. Body signs and the sum of issues do not count.
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

/** A sign that is seen in a mirror. It never explains a result alone. */
export type BodySign = Extract<
  ReasonId,
  `tongueColor:${string}` | `eyeWhitesColor:${string}` | `dilatedPupils:${string}`
>

export function isBodySign(reason: ReasonId): reason is BodySign {
  return /^(tongueColor|eyeWhitesColor|dilatedPupils):/.test(reason)
}

/** Returns true for reasons that mention weight loss, which only some readers may see. */
function mentionsWeightLoss(reason: ReasonId): boolean {
  return (reason.startsWith('bmi:') && reason !== 'bmi:under-18.5') || reason === 'dietAttempts:3-more'
}
