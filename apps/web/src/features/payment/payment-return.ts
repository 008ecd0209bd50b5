import { isRecord } from '@app/domain/is-record'
import { type DetectionRule, detectProduct } from '@app/domain/orders/detect-product'
import { isProductType, type ProductType } from '@app/domain/orders/products'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { readInvId, secretOfAbandonedOrder } from './abandoned-order.ts'
import { findIntent, readIntent } from './intent-store.ts'

/** The result of a return from the payment page. */
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
  /** The tab's last return. */
  remembered: unknown
  /** The mark of the history entry. */
  mark: PaymentReturnState
  storedAnswers: { consultation?: string | undefined } | null
  now: number
}

/**
 * `found`: a return whose address was cleaned. `unknown`: a return without a product, which must
 * not be taken for an earlier one on reload.
 */
export type PaymentReturnState = 'found' | 'unknown' | null

/** The history entry's state. It names no order, because the history cannot be deleted. */
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

/** Returns true when this tab returned from a payment of this browser's order. */
export function hasPaymentReturn(tab: KeyValueStore): boolean {
  return readSavedReturn(tab) !== null
}

/** Anybody can forge the address, so other pages need the order's secret. */
function readSavedReturn(tab: KeyValueStore): PaymentReturn | null {
  const last = readJson(tab, tabKeys.paymentReturn)
  return isPaymentReturn(last) && last.secret !== null ? last : null
}

/** Saves the return for this tab before the address is cleaned. */
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
 * Reads the paid product (specification, section 4); null when unknown. An offline reload may lose
 * the history state, so the tab's memory counts unless an order is current.
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
