import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'

export type SleepQuality = 'good' | 'uneven' | 'poor'

/**
 * Classifies sleep by three answers with six marks in all. It is good only without any complaint,
 * like the claim `sleepsWell`.
 */
export function sleepQuality({ sleepProblems, sleepFeeling, healthIssues }: QuizAnswers): SleepQuality {
  const complaint = hasIssue(healthIssues, 'sleepIssues') ? 2 : 0
  const marks = Number(sleepProblems) + Number(sleepFeeling) + complaint
  if (marks >= 4) return 'poor'
  return marks >= 2 || sleepProblems !== '0' ? 'uneven' : 'good'
}
