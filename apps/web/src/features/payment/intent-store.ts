import { isRecord } from '@app/domain/is-record'
import { isExpired, type PaymentIntent, rememberIntent } from '@app/domain/orders/payment-intent'
import { isProductType, type ProductType } from '@app/domain/orders/products'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

/** An intent as this browser keeps it, with what proves later that it placed the order. */
export type KeptIntent = PaymentIntent & {
  secret: string
  /** Of the result it was placed for, where that was on screen and saved. */
  resultToken?: string | undefined
  /** Of the result it was placed for, where that was finished in this browser. */
  attemptId?: string | undefined
  /** The order's number with the payment provider, once the server has told it. */
  invId: number | null
  /** That its payment failed has been told. */
  isFailureTold?: boolean
  /** Where a failed payment leads back to: the cabinet as it was addressed. */
  returnTo: string
}

/** What is known of whoever is at the button. */
type KnownBuyer = Pick<KeptIntent, 'userId' | 'subcategory' | 'resultToken' | 'attemptId'>

/**
 * Keeps an intent as the one under way, and in the history. Also for one whose order is now known. The history outlives what
 * the visitor may wipe, so nothing in it opens a result.
 */
export function keepIntent(store: KeyValueStore, intent: KeptIntent, now: number): void {
  store.setItem(deviceKeys.paymentIntent, JSON.stringify(intent))
  const { resultToken, attemptId, ...rest } = intent
  store.setItem(
    deviceKeys.paymentIntents,
    JSON.stringify(rememberIntent(readHistory(store), { ...rest, returnTo: '/profile' }, now)),
  )
}

/** The intent under way. One that has expired is removed as it is read. */
export function readIntent(store: KeyValueStore, now: number): KeptIntent | null {
  const intent = readJson(store, deviceKeys.paymentIntent)
  if (isKeptIntent(intent) && !isExpired(intent, now)) return intent
  if (intent !== null) store.removeItem(deviceKeys.paymentIntent)
  return null
}

/**
 * The order that waits to be paid by this buyer for this very thing; null when none does. Visitors have no id to be told
 * apart by, and one device may be of many: theirs is only the order that was placed for the result on screen.
 */
export function findWaiting(
  store: KeyValueStore,
  { product, buyer }: { product: ProductType; buyer: KnownBuyer },
  now: number,
): KeptIntent | null {
  const intent = readIntent(store, now)
  if (!intent || intent.invId === null || intent.productType !== product) return null
  const isTheirs =
    intent.userId === buyer.userId &&
    (buyer.userId !== null ||
      isSame(intent.resultToken, buyer.resultToken) ||
      isSame(intent.attemptId, buyer.attemptId))
  const isSameProgram = product === 'consultation' || intent.subcategory === buyer.subcategory
  return isTheirs && isSameProgram ? intent : null
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other
}

/** The intent whose order has this number, whether or not it is the one under way. */
export function findIntent(store: KeyValueStore, invId: number, now: number): KeptIntent | null {
  return readHistory(store).find((intent) => intent.invId === invId && !isExpired(intent, now)) ?? null
}

/** Whether the failure of the payment under way is news, which it is once. Where no payment is known it always is. */
export function takeFailure(store: KeyValueStore, now: number): boolean {
  const intent = readIntent(store, now)
  if (intent?.isFailureTold) return false
  if (intent) keepIntent(store, { ...intent, isFailureTold: true }, now)
  return true
}

/** The intents of a product, newest first. */
export function listIntents(store: KeyValueStore, product: ProductType, now: number): KeptIntent[] {
  return readHistory(store).filter((intent) => intent.productType === product && !isExpired(intent, now))
}

/** The payment of this order is under way no more, or of whichever order where it is not known; the history remembers it until it expires. */
export function clearIntent(store: KeyValueStore, invId: number | null, now: number): void {
  const underWay = readIntent(store, now)?.invId ?? null
  if (invId !== null && underWay !== null && underWay !== invId) return
  store.removeItem(deviceKeys.paymentIntent)
}

function readHistory(store: KeyValueStore): KeptIntent[] {
  const history = readJson(store, deviceKeys.paymentIntents)
  return Array.isArray(history) ? history.filter(isKeptIntent) : []
}

function isKeptIntent(value: unknown): value is KeptIntent {
  if (!isRecord(value)) return false
  const { id, productType, expiresAt, secret, resultToken, attemptId, invId, returnTo } = value
  return (
    typeof id === 'string' &&
    id.startsWith('pi_') &&
    isProductType(productType) &&
    typeof expiresAt === 'number' &&
    typeof secret === 'string' &&
    (resultToken === undefined || typeof resultToken === 'string') &&
    (attemptId === undefined || typeof attemptId === 'string') &&
    (invId === null || typeof invId === 'number') &&
    typeof returnTo === 'string'
  )
}
