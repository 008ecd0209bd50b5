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

/** What a contribution came from, as content keys its words: `tongueColor:3`, `healthIssues:fatigue`, `bmi:30-34.9`. */
export type ReasonId =
  | { [K in ScoredChoice]: `${K}:${OptionOf<K>}` }[ScoredChoice]
  | `healthIssues:${HealthIssueId}`
  | 'healthIssues:many'
  | `bmi:${BmiBand}`

/** One answer's share of the scores. */
export type Contribution = { reason: ReasonId; points: Points }

/** Everything that added points, in the order the questions are asked; the whole trace of a result. */
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

/** The highest score wins; ties favour A, then B. */
export function mainCategory(scores: Scores): Category {
  return categories.reduce((best, category) => (scores[category] > scores[best] ? category : best), 'A')
}

const scoredChoices = Object.keys(choicePoints) as ScoredChoice[]
