import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'

export type SleepQuality = 'good' | 'uneven' | 'poor'

/**
 * Falling asleep, waking up and the complaint itself, six marks in all; more marks never mean better sleep. It is good only of whoever
 * complains of none of the three, as the claim `sleepsWell` says.
 */
export function sleepQuality({ sleepProblems, sleepFeeling, healthIssues }: QuizAnswers): SleepQuality {
  const complaint = hasIssue(healthIssues, 'sleepIssues') ? 2 : 0
  const marks = Number(sleepProblems) + Number(sleepFeeling) + complaint
  if (marks >= 4) return 'poor'
  return marks >= 2 || sleepProblems !== '0' ? 'uneven' : 'good'
}
