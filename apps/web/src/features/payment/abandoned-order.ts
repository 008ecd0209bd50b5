import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { findIntent, readIntent, type SavedIntent } from './intent-store.ts'

/** An order that a tab left for the payment page to pay. */
export type AbandonedOrder = {
  /** Null when neither the address nor this browser knows it. */
  invId: number | null
  /** Proves to the server that this browser placed the order. */
  secret: string | null
  /** Where it was placed from. */
  returnTo: string
}

type FailureFacts = { params: URLSearchParams; device: KeyValueStore; tab: KeyValueStore; now: number }

/**
 * Reads whose payment failed, as the provider says: the order of the address, else the one under way, else the one that this tab
 * left for or came back with last, paid or not. Only the server knows whether it was paid all the same, in another tab say.
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
 * Lets this tab know its order again once the address is cleaned or the intent has expired, as it has when an old payment page is
 * paid on. Beside the return it may have kept; the next return from a payment takes the place of both.
 */
export function saveAbandonedOrder(tab: KeyValueStore, left: AbandonedOrder): void {
  const kept = readJson(tab, tabKeys.paymentReturn)
  tab.setItem(tabKeys.paymentReturn, JSON.stringify({ ...(isRecord(kept) && kept), left }))
}

/** What proves the order of this number to the server, if this tab left to pay it; null else. */
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
