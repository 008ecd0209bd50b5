import { hasIssue } from '@app/domain/quiz/health-issues'
import type { QuizState } from '@app/domain/quiz/machine'
import { restoreQuiz } from '@app/domain/quiz/restore'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'

/** The one key an unfinished attempt lives under. `index.html` asks for it too, before any script runs. */
export const savedAttemptKey = 'yasny-den.quiz'
const version = 1
/** Health answers of somebody who never came back are not kept on the device for good. */
const keptForMs = 30 * 24 * 60 * 60 * 1000

export type SavedAttempt = { attemptId: string; quiz: QuizState }

/** The attempt this device was left with, or null. Damaged, foreign and expired records count as none. */
export function readAttempt(store: KeyValueStore, now: number): SavedAttempt | null {
  const record = readJson(store, savedAttemptKey)
  if (!isRecord(record) || record.version !== version || typeof record.attemptId !== 'string') return null
  if (typeof record.savedAt !== 'number' || now - record.savedAt > keptForMs) return null
  return { attemptId: record.attemptId, quiz: restoreQuiz(record) }
}

/** Keeps the attempt over a reload; one without any answer is not worth keeping, and is removed. */
export function writeAttempt(store: KeyValueStore, { attemptId, quiz }: SavedAttempt, now: number): void {
  if (!isWorthKeeping(quiz)) {
    clearAttempt(store)
    return
  }
  const { stepId, answers } = quiz
  store.setItem(savedAttemptKey, JSON.stringify({ version, attemptId, stepId, answers, savedAt: now }))
}

export function clearAttempt(store: KeyValueStore): void {
  store.removeItem(savedAttemptKey)
}

function isWorthKeeping({ stepId, answers }: QuizState): boolean {
  const { healthIssues, ...chosen } = answers
  return stepId !== 'welcome' || !hasIssue(healthIssues, 'none') || Object.keys(chosen).length > 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
