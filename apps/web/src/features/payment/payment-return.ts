import { isRecord } from '@app/domain/is-record'
import { type DetectionRule, detectProduct } from '@app/domain/orders/detect-product'
import { isProductType, type ProductType } from '@app/domain/orders/products'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { readInvId, secretOfAbandonedOrder } from './abandoned-order.ts'
import { findIntent, readIntent } from './intent-store.ts'

/** What a visitor came back from the payment page with. */
export type PaymentReturn = {
  product: ProductType
  rule: DetectionRule
  /** The order's number with the provider; null when neither the address nor this browser knows it. */
  invId: number | null
  /** Proves to the server that this browser placed the order. */
  secret: string | null
}

export type ReturnFacts = {
  params: URLSearchParams
  device: KeyValueStore
  /** What this tab came back with last. */
  remembered: unknown
  /** What this entry of the browser's history is marked as. */
  mark: PaymentReturnState
  storedAnswers: { consultation?: string | undefined } | null
  now: number
}

/**
 * `found`: a return whose address was cleaned, or what leads to one. `unknown`: one of which nothing told what was paid for, and which a
 * reload must not take for an earlier one.
 */
export type PaymentReturnState = 'found' | 'unknown' | null

/** Left in the browser's history, which nobody can forget: that there was a return, and nothing of the order. */
export const paymentReturnState = { isPaymentReturn: true }
export const unknownPaymentReturnState = { ...paymentReturnState, isUnknown: true }

export function parsePaymentReturnState(state: unknown): PaymentReturnState {
  if (!isRecord(state) || !('isPaymentReturn' in state)) return null
  return 'isUnknown' in state ? 'unknown' : 'found'
}

/** The order of this product that this browser placed and was last come back from in this tab; null when there was none. */
export function findReturnedOrder(tab: KeyValueStore, product: ProductType): number | null {
  const last = readSavedReturn(tab)
  return last?.product === product ? last.invId : null
}

/** Whether this tab has come back from paying for anything that this browser ordered. */
export function hasPaymentReturn(tab: KeyValueStore): boolean {
  return readSavedReturn(tab) !== null
}

/** What an address alone names may be anybody's word: without the order's secret no other page says anything of it. */
function readSavedReturn(tab: KeyValueStore): PaymentReturn | null {
  const last = readJson(tab, tabKeys.paymentReturn)
  return isPaymentReturn(last) && last.secret !== null ? last : null
}

/** Lets this tab find the return again once its address is cleaned. */
export function saveReturn(tab: KeyValueStore, found: PaymentReturn): void {
  tab.setItem(tabKeys.paymentReturn, JSON.stringify(found))
}

const providerParams =
  /^(OutSum|InvId|InvoiceID|SignatureValue|Culture|IsTest|Fee|EMail|PaymentMethod|IncCurr?Label|shp_.*)$/i

/** The address without what the provider added to it; null when it added nothing. */
export function withoutProviderParams(params: URLSearchParams): URLSearchParams | null {
  const kept = [...params].filter(([name]) => !providerParams.test(name))
  return kept.length === params.size ? null : new URLSearchParams(kept)
}

/**
 * Reads what was paid for (specification, section 4); null when nothing tells. Changes nothing but an expired intent. A browser
 * that reloads without a network may lose the mark, so what the tab remembers counts without it too, unless an order is under way.
 */
export function readReturn(facts: ReturnFacts): PaymentReturn | null {
  const { params, device, remembered, mark, storedAnswers, now } = facts
  const intent = readIntent(device, now)
  const isNamed = withoutProviderParams(params) !== null
  if (mark === 'unknown' && !isNamed) return null
  const isFresh = isNamed || (intent !== null && mark === null)
  if (!isFresh && isPaymentReturn(remembered)) return remembered

  const detection = detectProduct({ params, storedIntent: intent, storedAnswers })
  if (!detection) return null
  const invId = readInvId(params.get('InvId')) ?? intent?.invId ?? null
  const secret =
    invId === null
      ? null
      : (findIntent(device, invId, now)?.secret ?? secretOfAbandonedOrder(remembered, invId))
  return { ...detection, invId, secret }
}

function isPaymentReturn(value: unknown): value is PaymentReturn {
  if (!isRecord(value)) return false
  const { product, rule, invId, secret } = value
  return (
    isProductType(product) &&
    typeof rule === 'string' &&
    (invId === null || typeof invId === 'number') &&
    (secret === null || typeof secret === 'string')
  )
}
