import type { QuizAnswers } from '../quiz/answers.ts'
import { countIssues, issueId } from '../quiz/health-issues.ts'
import { bmi, bmiBand } from './bmi.ts'
import { type Concern, concernsOf, mayLoseWeight } from './medical-red-flags.ts'
import { choicePoints, manyIssues } from './points.ts'
import type { ReasonId } from './score.ts'

/** One thing that answers say, as it is stored: `afterEating:1`, `healthIssues:fatigue`, `bmi:30-34.9`, `concern:pregnancy`. */
export type AnswerFact = ReasonId | `concern:${Concern}`

/** Everything that the answers say. */
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

/** Tells of one thing whether these answers say it and a result may name it: everything said, but a weight that may not be spoken of. */
export function createNameableCheck(answers: QuizAnswers): (one: AnswerFact) => boolean {
  const said = answerFacts(answers)
  const isSpokenOf = mayLoseWeight(answers)
  return (one) => said.has(one) && (isSpokenOf || !one.startsWith('bmi:'))
}
