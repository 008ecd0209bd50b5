import type { QuizAnswers } from '../quiz/answers.ts'
import { countIssues, issueId } from '../quiz/health-issues.ts'
import type { HealthIssueId, OptionOf } from '../quiz/options.ts'
import { type BmiBand, bmi, bmiBand } from './bmi.ts'
import { type Category, categories, type Scores } from './categories.ts'
import {
  bmiPoints,
  choicePoints,
  healthIssuePoints,
  manyIssues,
  type Points,
  type ScoredChoice,
} from './points.ts'

/** The source of a contribution, which is the key of its text: `tongueColor:3`, `bmi:30-34.9`. */
export type ReasonId =
  | { [K in ScoredChoice]: `${K}:${OptionOf<K>}` }[ScoredChoice]
  | `healthIssues:${HealthIssueId}`
  | 'healthIssues:many'
  | `bmi:${BmiBand}`

/** The points of one answer. */
export type Contribution = { reason: ReasonId; points: Points }

/** Lists all contributions to the scores, in the order of the questions. */
export function explainScores(answers: QuizAnswers): Contribution[] {
  const choices = scoredChoices.flatMap((key): Contribution[] => {
    const value = answers[key]
    if (value === undefined) return []
    const points = (choicePoints[key] as Record<string, Points>)[value] ?? {}
    return [{ reason: `${key}:${value}` as ReasonId, points }]
  })
  const ids = [...new Set(answers.healthIssues.map(issueId))]
  const issues = ids.map(
    (id): Contribution => ({ reason: `healthIssues:${id}`, points: healthIssuePoints[id] }),
  )
  const many: Contribution[] =
    countIssues(answers.healthIssues) >= manyIssues.from
      ? [{ reason: 'healthIssues:many', points: manyIssues.points }]
      : []
  const band = bmiBand(bmi(answers.height, answers.weight))
  const body: Contribution = { reason: `bmi:${band}`, points: bmiPoints[band] }
  return [...choices, ...issues, ...many, body].filter(({ points }) => Object.keys(points).length > 0)
}

export function score(answers: QuizAnswers): Scores {
  const scores: Scores = { A: 0, B: 0, C: 0 }
  for (const { points } of explainScores(answers)) {
    for (const category of categories) scores[category] += points[category] ?? 0
  }
  return scores
}

/** Returns the category with the highest score; ties favour A, then B. */
export function mainCategory(scores: Scores): Category {
  return categories.reduce((best, category) => (scores[category] > scores[best] ? category : best), 'A')
}

const scoredChoices = Object.keys(choicePoints) as ScoredChoice[]
