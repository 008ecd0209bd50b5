import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import type { Delivery } from './delivery.ts'

/** Remembers for the life of the tab what the server answered for an attempt, whichever page heard it. */
export function keepReceipt(tab: KeyValueStore, attemptId: string, resultToken: string): void {
  tab.setItem(tabKeys.receipt, JSON.stringify({ attemptId, resultToken }))
}

/** How the saving of this attempt ended, as an earlier page of this tab heard it; null when it did not. */
export function findReceipt(tab: KeyValueStore, attemptId: string): Delivery | null {
  const record = readJson(tab, tabKeys.receipt)
  if (typeof record !== 'object' || record === null) return null
  const { attemptId: saved, resultToken } = record as Record<string, unknown>
  return saved === attemptId && typeof resultToken === 'string' ? { status: 'saved', resultToken } : null
}
