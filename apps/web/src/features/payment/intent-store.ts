import { isRecord } from '@app/domain/is-record'
import { isExpired, type PaymentIntent, rememberIntent } from '@app/domain/orders/payment-intent'
import { isProductType, type ProductType } from '@app/domain/orders/products'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { intentEmailDigest } from './intent-email-digest.ts'

/** An intent as this browser keeps it, with what proves later that it placed the order. */
export type SavedIntent = PaymentIntent & {
  secret: string
  /** The saved result on screen, if there was one. */
  resultToken?: string | undefined
  /** The attempt that this browser finished, if there was one. */
  attemptId?: string | undefined
  /** The provider's invoice number, once known. */
  invId: number | null
  /** The digest of the typed e-mail; see `intentEmailDigest`. */
  contactMark?: string | undefined
  /** True once the failed payment was reported. */
  isFailureTold?: boolean
  /** The cabinet's address after a failed payment. */
  returnTo: string
}

/** The known facts about the buyer. */
type IntentBuyer = Pick<SavedIntent, 'userId' | 'subcategory' | 'resultToken' | 'attemptId'>

/** The newest intent, and the unpaid order of the other product. */
type CurrentIntents = { newest: SavedIntent | null; beside: SavedIntent | null }

/**
 * Saves an intent as the current one and in the history. The history outlives the visitor's
 * clearing, so it opens no result.
 */
export function saveIntent(store: KeyValueStore, intent: SavedIntent, now: number): void {
  const { newest, beside } = readCurrentIntents(store, now)
  const other = [newest, beside].find(
    (kept) => kept && kept.invId !== null && kept.productType !== intent.productType,
  )
  saveCurrentIntents(store, { newest: intent, beside: other ?? null })
  const { resultToken, attemptId, ...rest } = intent
  store.setItem(
    deviceKeys.paymentIntents,
    JSON.stringify(rememberIntent(readHistory(store), { ...rest, returnTo: '/profile' }, now)),
  )
}

/** Returns the current intent, and removes an expired one. */
export function readIntent(store: KeyValueStore, now: number): SavedIntent | null {
  const underWay = readCurrentIntents(store, now)
  if (!underWay.newest) saveCurrentIntents(store, underWay)
  return underWay.newest
}

function readCurrentIntents(store: KeyValueStore, now: number): CurrentIntents {
  const kept = readJson(store, deviceKeys.paymentIntent)
  if (!isRecord(kept)) return { newest: null, beside: null }
  const { beside, ...newest } = kept
  const current = (intent: unknown) => (isSavedIntent(intent) && !isExpired(intent, now) ? intent : null)
  return { newest: current(newest), beside: current(beside) }
}

function saveCurrentIntents(store: KeyValueStore, { newest, beside }: CurrentIntents): void {
  if (newest || beside) {
    store.setItem(deviceKeys.paymentIntent, JSON.stringify({ ...newest, ...(beside && { beside }) }))
  } else store.removeItem(deviceKeys.paymentIntent)
}

/**
 * Finds this buyer's unpaid order of this product; null without one. Visitors have only the order
 * of the result on screen, because devices are shared.
 */
export function findUnpaidIntent(
  store: KeyValueStore,
  { product, buyer }: { product: ProductType; buyer: IntentBuyer },
  now: number,
): SavedIntent | null {
  const { newest, beside } = readCurrentIntents(store, now)
  const intent = [newest, beside].find((kept) => kept?.productType === product)
  if (!intent || intent.invId === null) return null
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
export function findIntent(store: KeyValueStore, invId: number, now: number): SavedIntent | null {
  return readHistory(store).find((intent) => intent.invId === invId && !isExpired(intent, now)) ?? null
}

/** Returns true once for each failed payment, and always without a known one. */
export function claimFailureReport(store: KeyValueStore, now: number): boolean {
  const intent = readIntent(store, now)
  if (intent?.isFailureTold) return false
  if (intent) saveIntent(store, { ...intent, isFailureTold: true }, now)
  return true
}

type IntentRequester = { userId: string | null; email: string | null }

/**
 * Lists the same person's intents of a product, newest first: by account or e-mail. Devices are
 * shared, so others' proofs must not be sent.
 */
export async function listOwnIntents(
  store: KeyValueStore,
  { product, asker }: { product: ProductType; asker: IntentRequester },
  now: number,
): Promise<SavedIntent[]> {
  const intents = readHistory(store).filter(
    (intent) => intent.productType === product && !isExpired(intent, now),
  )
  const own = await Promise.all(intents.map((intent) => isOwn(intent, asker)))
  return intents.filter((_, at) => own[at])
}

async function isOwn(
  { id, userId, contactMark: mark }: SavedIntent,
  asker: IntentRequester,
): Promise<boolean> {
  if (userId !== null) return userId === asker.userId
  return mark !== undefined && mark === (await intentEmailDigest(id, asker.email))
}

/** The payment of this order is under way no more, or of whichever order where it is not known; the history remembers it until it expires. */
export function clearIntent(store: KeyValueStore, invId: number | null, now: number): void {
  const { newest, beside } = readCurrentIntents(store, now)
  const isOther = (kept: SavedIntent | null) => kept && kept.invId !== null && kept.invId !== invId
  saveCurrentIntents(store, {
    newest: invId !== null && isOther(newest) ? newest : null,
    beside: isOther(beside) ? beside : null,
  })
}

function readHistory(store: KeyValueStore): SavedIntent[] {
  const history = readJson(store, deviceKeys.paymentIntents)
  return Array.isArray(history) ? history.filter(isSavedIntent) : []
}

function isSavedIntent(value: unknown): value is SavedIntent {
  if (!isRecord(value)) return false
  const { id, productType, expiresAt, secret, resultToken, attemptId, contactMark, invId, returnTo } = value
  return (
    typeof id === 'string' &&
    id.startsWith('pi_') &&
    isProductType(productType) &&
    typeof expiresAt === 'number' &&
    typeof secret === 'string' &&
    (resultToken === undefined || typeof resultToken === 'string') &&
    (attemptId === undefined || typeof attemptId === 'string') &&
    (contactMark === undefined || typeof contactMark === 'string') &&
    (invId === null || typeof invId === 'number') &&
    typeof returnTo === 'string'
  )
}
