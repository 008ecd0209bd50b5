import { isRecord } from '@app/domain/is-record'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { isComplete } from '@app/domain/quiz/is-complete'
import { restoreAnswers } from '@app/domain/quiz/restore'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'

/** The result's data, kept for the tab's lifetime. */
export type FinishedAttempt = {
  attemptId: string
  answers: QuizAnswers
  name: string
  /** The answers and the contact it was sent with, to tell whether they are submitted again as they were. */
  sent?: unknown
  /** The id under which it goes on since it was changed after its result. */
  changedId?: unknown
}

export function readFinished(store: KeyValueStore): FinishedAttempt | null {
  const record = readJson(store, tabKeys.result)
  if (!isRecord(record)) return null
  const { attemptId, answers, name, sent, changedId } = record
  const restored = restoreAnswers(answers)
  if (typeof attemptId !== 'string' || typeof name !== 'string' || !isComplete(restored)) return null
  return { attemptId, answers: restored, name, sent, changedId }
}

export function writeFinished(store: KeyValueStore, finished: FinishedAttempt): void {
  store.setItem(tabKeys.result, JSON.stringify(finished))
}
