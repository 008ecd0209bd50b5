import type { QuizAnswers } from '../quiz/answers.ts'
import { countIssues, issueId } from '../quiz/health-issues.ts'
import { bmi, bmiBand } from './bmi.ts'
import { type Concern, concernsOf, mayLoseWeight } from './medical-red-flags.ts'
import { choicePoints, manyIssues } from './points.ts'
import type { ReasonId } from './score.ts'

/**
 * A fact that the answers state, in its stored form: `afterEating:1`, `bmi:30-34.9`,
 * `concern:pregnancy`.
 */
export type AnswerFact = ReasonId | `concern:${Concern}`

/** Returns all facts of the answers. */
export function answerFacts(answers: QuizAnswers): ReadonlySet<AnswerFact> {
  const choices = Object.keys(choicePoints).flatMap((key) => {
    const value = answers[key as keyof typeof choicePoints]
    return value === undefined ? [] : [`${key}:${value}` as ReasonId]
  })
  return new Set<AnswerFact>([
    ...choices,
    ...answers.healthIssues.map((issue) => `healthIssues:${issueId(issue)}` as const),
    ...(countIssues(answers.healthIssues) >= manyIssues.from ? (['healthIssues:many'] as const) : []),
    `bmi:${bmiBand(bmi(answers.height, answers.weight))}`,
    ...concernsOf(answers).map((concern) => `concern:${concern}` as const),
  ])
}

/**
 * Returns a check for facts that a result may name: all facts of the answers except a weight that
 * may not be mentioned.
 */
export function createNameableCheck(answers: QuizAnswers): (one: AnswerFact) => boolean {
  const said = answerFacts(answers)
  const isSpokenOf = mayLoseWeight(answers)
  return (one) => said.has(one) && (isSpokenOf || !one.startsWith('bmi:'))
}
