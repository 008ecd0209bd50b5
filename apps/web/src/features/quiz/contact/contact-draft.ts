import { isRecord } from '@app/domain/is-record'
import type { Contact } from '@app/domain/quiz/answers'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'

const key = tabKeys.contact

/** Reads the contact typed before a reload. */
export function readDraft(store: KeyValueStore): Contact {
  const record = readJson(store, key)
  const draft = isRecord(record) ? record : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: text(draft.name), email: text(draft.email), phone: text(draft.phone) }
}

export function writeDraft(store: KeyValueStore, contact: Contact): void {
  store.setItem(key, JSON.stringify(contact))
}

export function clearDraft(store: KeyValueStore): void {
  store.removeItem(key)
}
