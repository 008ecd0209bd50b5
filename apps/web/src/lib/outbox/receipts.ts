import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import type { Delivery } from './delivery.ts'
import { type OutboxEntry, parseOutbox } from './outbox.ts'

/**
 * Saves the server's answer for this tab's attempt. Other people's attempts in the outbox open
 * nothing here. Without a token the result belongs to an account.
 */
export function saveReceipt(
  tab: KeyValueStore,
  { request, userId }: OutboxEntry,
  resultToken: string | null = null,
): void {
  const { attemptId, contact } = request
  const finished = readJson(tab, tabKeys.result)
  if (!isRecord(finished) || finished.attemptId !== attemptId) return
  tab.setItem(
    tabKeys.receipt,
    JSON.stringify({ attemptId, resultToken, savedFor: resultToken && (userId ?? contact.email) }),
  )
}

/**
 * Finds whose cabinet this attempt was saved in: an id, or the e-mail that a visitor gave; null
 * when that is not known.
 */
export function findSavedFor(tab: KeyValueStore, attemptId: string): string | null {
  const record = readJson(tab, tabKeys.receipt)
  if (!isRecord(record) || record.attemptId !== attemptId) return null
  return typeof record.savedFor === 'string' ? record.savedFor : null
}

/**
 * Keeps this tab's attempt until its receipt arrives, because another tab may deliver it; then it
 * is sent again.
 */
export function saveUnsent(tab: KeyValueStore, kept: OutboxEntry): void {
  tab.setItem(tabKeys.unsent, JSON.stringify(kept))
}

export function findUnsent(tab: KeyValueStore): OutboxEntry | null {
  return parseOutbox(readJson(tab, tabKeys.unsent))[0] ?? null
}

/** The server has saved this tab's attempt. */
export function clearUnsent(tab: KeyValueStore, attemptId: string): void {
  if (findUnsent(tab)?.request.attemptId === attemptId) tab.removeItem(tabKeys.unsent)
}

/**
 * Finds the result of saving this attempt, as an earlier page of this tab heard it; null for none.
 */
export function findReceipt(tab: KeyValueStore, attemptId: string): Delivery | null {
  const record = readJson(tab, tabKeys.receipt)
  if (!isRecord(record)) return null
  const { attemptId: saved, resultToken } = record
  if (saved !== attemptId) return null
  if (resultToken === null) return { status: 'saved' }
  return typeof resultToken === 'string' ? { status: 'saved', resultToken } : null
}
