import { isRecord } from '@app/domain/is-record'
import { hasIssue } from '@app/domain/quiz/health-issues'
import type { QuizState } from '@app/domain/quiz/machine'
import { restoreQuiz } from '@app/domain/quiz/restore'
import { unfinishedAttemptDays } from '@app/domain/retention/retention'
import { type KeyValueStore, parseJson, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

/** The one key an unfinished attempt lives under. */
export const savedAttemptKey = deviceKeys.attempt
const version = 1
/** Health data of visitors who never return must not stay. */
const attemptTtlMs = unfinishedAttemptDays * 24 * 60 * 60 * 1000

export type SavedAttempt = { attemptId: string; quiz: QuizState }

/**
 * The attempt this device was left with, or null. Damaged, foreign and expired records count as
 * none and are removed: what nobody can read any more still holds answers.
 */
export function readAttempt(store: KeyValueStore, now: number): SavedAttempt | null {
  const attempt = parseAttempt(readJson(store, savedAttemptKey), now)
  if (!attempt) store.removeItem(savedAttemptKey)
  return attempt
}

function parseAttempt(record: unknown, now: number): SavedAttempt | null {
  if (!isRecord(record) || record.version !== version || typeof record.attemptId !== 'string') return null
  const { savedAt } = record
  // A clock that was set back must not keep the answers for longer.
  if (typeof savedAt !== 'number' || Math.abs(now - savedAt) > attemptTtlMs) return null
  return { attemptId: record.attemptId, quiz: restoreQuiz(record) }
}

/** Keeps the attempt over a reload; one without any answer is not worth keeping, and is removed. */
export function writeAttempt(store: KeyValueStore, { attemptId, quiz }: SavedAttempt, now: number): void {
  if (!isWorthKeeping(quiz)) {
    clearAttempt(store, attemptId)
    return
  }
  const { stepId, answers } = quiz
  store.setItem(savedAttemptKey, JSON.stringify({ version, attemptId, stepId, answers, savedAt: now }))
}

/** An attempt that was submitted: the id it was kept under, and the one it was sent under. */
export type SentAttempt = { attemptId: string; sentId: string }

/** Removes a submitted attempt from the device. Other tabs hear of each value that a key had, and so of what became of it. */
export function giveUpAttempt(store: KeyValueStore, sent: SentAttempt): void {
  if (!isKept(store, sent.attemptId)) return
  store.setItem(savedAttemptKey, JSON.stringify(sent))
  store.removeItem(savedAttemptKey)
}

/** Returns the attempt that another tab has sent, or null. */
export function readSent(text: string | null): SentAttempt | null {
  const record = parseJson(text)
  if (!isRecord(record)) return null
  const { attemptId, sentId } = record
  return typeof attemptId === 'string' && typeof sentId === 'string' ? { attemptId, sentId } : null
}

/** Removes this attempt from the device. Another one that lies there is another tab's, and stays. */
export function clearAttempt(store: KeyValueStore, attemptId: unknown): void {
  if (isKept(store, attemptId)) store.removeItem(savedAttemptKey)
}

function isKept(store: KeyValueStore, attemptId: unknown): boolean {
  const record = readJson(store, savedAttemptKey)
  return isRecord(record) && record.attemptId === attemptId
}

function isWorthKeeping({ stepId, answers }: QuizState): boolean {
  const { healthIssues, ...chosen } = answers
  return stepId !== 'welcome' || !hasIssue(healthIssues, 'none') || Object.keys(chosen).length > 0
}
