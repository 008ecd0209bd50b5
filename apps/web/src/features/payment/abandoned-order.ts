import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { findIntent, readIntent, type SavedIntent } from './intent-store.ts'

/** An order that a tab left for the payment page to pay. */
export type AbandonedOrder = {
  /** Null when unknown to the address and this browser. */
  invId: number | null
  /** Proves to the server that this browser placed the order. */
  secret: string | null
  /** The page where it was placed. */
  returnTo: string
}

type FailureFacts = { params: URLSearchParams; device: KeyValueStore; tab: KeyValueStore; now: number }

/**
 * Finds the order of a failed payment: by the address, else the current intent, else the tab's last
 * order. The server may still report it as paid.
 */
export function readAbandonedOrder({ params, device, tab, now }: FailureFacts): AbandonedOrder {
  const intent = readIntent(device, now)
  const last = readSavedOrder(tab)
  const invId = readInvId(params.get('InvId')) ?? (intent ? intent.invId : (last?.invId ?? null))
  const known = last?.invId === invId ? last : null
  const kept = invId === null ? null : findIntent(device, invId, now)
  const isUnderWay = intent !== null && (invId === null || intent.invId === invId)
  return {
    invId,
    secret: kept?.secret ?? known?.secret ?? null,
    returnTo: (isUnderWay ? intent.returnTo : known?.returnTo) ?? '/profile',
  }
}

/** The intent by which this browser goes on with that order; null where it was placed elsewhere, or is too old. */
export function findAbandonedIntent(
  store: KeyValueStore,
  { invId, returnTo }: AbandonedOrder,
  now: number,
): SavedIntent | null {
  const intent = invId === null ? null : findIntent(store, invId, now)
  return intent && { ...intent, returnTo }
}

/**
 * Saves the order for this tab, for when the address is cleaned or the intent has expired. The next
 * return replaces it.
 */
export function saveAbandonedOrder(tab: KeyValueStore, left: AbandonedOrder): void {
  const kept = readJson(tab, tabKeys.paymentReturn)
  tab.setItem(tabKeys.paymentReturn, JSON.stringify({ ...(isRecord(kept) && kept), left }))
}

/** Returns the secret of the order that this tab left to pay; null for others. */
export function secretOfAbandonedOrder(remembered: unknown, invId: number): string | null {
  const left = isRecord(remembered) ? remembered.left : null
  return isSavedOrder(left) && left.invId === invId ? left.secret : null
}

/** The order's number as the provider names it in an address; null when that is no number. */
export function readInvId(text: string | null): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

type SavedAbandonedOrder = Omit<AbandonedOrder, 'returnTo'> & { returnTo?: string }

function readSavedOrder(tab: KeyValueStore): SavedAbandonedOrder | null {
  const kept = readJson(tab, tabKeys.paymentReturn)
  if (!isRecord(kept)) return null
  return isSavedOrder(kept.left) ? kept.left : isSavedOrder(kept) ? kept : null
}

function isSavedOrder(value: unknown): value is SavedAbandonedOrder {
  if (!isRecord(value)) return false
  const { invId, secret, returnTo } = value
  return (
    (invId === null || typeof invId === 'number') &&
    (secret === null || typeof secret === 'string') &&
    (returnTo === undefined || typeof returnTo === 'string')
  )
}
