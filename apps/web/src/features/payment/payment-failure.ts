import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { findIntent, readIntent } from './intent-store.ts'
import { readInvId } from './payment-return.ts'

/** What a buyer came back from the payment page with, when the provider says that they did not pay. */
export type PaymentFailure = {
  /** The order's number; null when neither the address nor this browser knows it. */
  invId: number | null
  /** Proves to the server that this browser placed the order. */
  secret: string | null
  /** Where it was placed from. */
  returnTo: string
}

type FailureFacts = { params: URLSearchParams; device: KeyValueStore; tab: KeyValueStore; now: number }

/**
 * Reads which order's payment failed: the address's, else the one under way, else the one this tab came back with last, paid
 * or not. Only the server knows whether it was paid all the same, in another tab say.
 */
export function readFailure({ params, device, tab, now }: FailureFacts): PaymentFailure {
  const intent = readIntent(device, now)
  const last = readLast(tab)
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

/**
 * Lets this tab find the failure again once the address is cleaned and the intent has expired, beside the return it may have
 * kept; the next return from a payment takes the place of both.
 */
export function keepFailure(tab: KeyValueStore, failure: PaymentFailure): void {
  const kept = readJson(tab, tabKeys.paymentReturn)
  tab.setItem(tabKeys.paymentReturn, JSON.stringify({ ...(isRecord(kept) && kept), failure }))
}

type Last = Omit<PaymentFailure, 'returnTo'> & { returnTo?: string }

function readLast(tab: KeyValueStore): Last | null {
  const kept = readJson(tab, tabKeys.paymentReturn)
  if (!isRecord(kept)) return null
  return isLast(kept.failure) ? kept.failure : isLast(kept) ? kept : null
}

function isLast(value: unknown): value is Last {
  if (!isRecord(value)) return false
  const { invId, secret, returnTo } = value
  return (
    (invId === null || typeof invId === 'number') &&
    (secret === null || typeof secret === 'string') &&
    (returnTo === undefined || typeof returnTo === 'string')
  )
}
