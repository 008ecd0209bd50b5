import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'
import { concernsOf } from './medical-red-flags.ts'

/** The main sign of strain, or `calm`. */
export type StressKind = 'despairing' | 'depleted' | 'tense' | 'anxious' | 'cyclic' | 'tired' | 'calm'
export type StressLevel = 'low' | 'moderate' | 'high'
export type StressProfile = { kind: StressKind; level: StressLevel }

export function stressProfile(answers: QuizAnswers): StressProfile {
  return { kind: stressKind(answers), level: stressLevel(answers) }
}

/** Finds the main sign of strain. Exhaustion precedes anxiety, because rest comes first. */
function stressKind(answers: QuizAnswers): StressKind {
  const { dominantEmotion, healthIssues, beforeMenstruation, sleepFeeling } = answers
  if (concernsOf(answers).includes('despair')) return 'despairing'
  const isTired = sleepFeeling === '2' || hasIssue(healthIssues, 'fatigue')
  if (dominantEmotion === '2') return isTired ? 'depleted' : 'tense'
  if (dominantEmotion === '1' || hasIssue(healthIssues, 'anxiety')) return 'anxious'
  if (beforeMenstruation === '2' || hasIssue(healthIssues, 'pmsMenopause')) return 'cyclic'
  return isTired ? 'tired' : 'calm'
}

/** Counts seven signs of strain. More signs never lower the level. */
function stressLevel(answers: QuizAnswers): StressLevel {
  const signs = [
    answers.dominantEmotion !== '0',
    hasIssue(answers.healthIssues, 'anxiety'),
    answers.dilatedPupils === '2',
    answers.sleepProblems === '2',
    answers.sleepFeeling === '2',
    answers.beforeMenstruation === '2',
    answers.whenBreakdownsHappen === '2',
  ].filter(Boolean).length
  if (signs >= 4) return 'high'
  return signs >= 2 ? 'moderate' : 'low'
}
