import type { AnswersSoFar } from './answers.ts'
import { issuesFor } from './health-issues.ts'

/**
 * The answers that this visitor is asked for: without what only women are asked unless it is one, and every health issue once.
 * Whatever comes in, from the page, a browser's store or a stranger, becomes answers here.
 */
export function dropUnaskedAnswers<Answers extends AnswersSoFar>(answers: Answers): Answers {
  const asked = { ...answers, healthIssues: issuesFor(answers.gender, answers.healthIssues) }
  if (asked.gender !== 'female') delete asked.beforeMenstruation
  return asked
}
