import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'

export type SleepQuality = 'good' | 'uneven' | 'poor'

/** Falling asleep, waking up and the complaint itself, six marks in all; more marks never mean better sleep. */
export function sleepQuality({ sleepProblems, sleepFeeling, healthIssues }: QuizAnswers): SleepQuality {
  // Whoever complains of their sleep is not told that it is good.
  const complaint = hasIssue(healthIssues, 'sleepIssues') ? 2 : 0
  const marks = Number(sleepProblems) + Number(sleepFeeling) + complaint
  if (marks >= 4) return 'poor'
  return marks >= 2 ? 'uneven' : 'good'
}
