import type { AnswersSoFar } from './answers.ts'
import { issuesFor } from './health-issues.ts'

/**
 * Drops answers to questions that this visitor is not asked, and duplicate health issues. All
 * answers pass through it.
 */
export function dropUnaskedAnswers<Answers extends AnswersSoFar>(answers: Answers): Answers {
  const asked = { ...answers, healthIssues: issuesFor(answers.gender, answers.healthIssues) }
  if (asked.gender !== 'female') delete asked.beforeMenstruation
  return asked
}
