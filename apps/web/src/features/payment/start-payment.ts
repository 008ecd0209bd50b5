import type { ClientConfig } from '@app/contracts/client-config'
import type { CheckoutRequest } from '@app/contracts/payments'
import { isRecord } from '@app/domain/is-record'
import type { OfferStyle } from '@app/domain/orders/offered'
import { makePaymentIntent } from '@app/domain/orders/payment-intent'
import { type ProductType, products, tiynPerTenge } from '@app/domain/orders/products'
import { categoryOf, type Subcategory } from '@app/domain/result/categories'
import { callApi } from '#web/lib/api.ts'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { waitForResultToken } from '#web/lib/outbox/page-outbox.ts'
import { saveAbandonedOrder } from './abandoned-order.ts'
import { intentEmailDigest } from './intent-email-digest.ts'
import { listOwnIntents, type SavedIntent, saveIntent } from './intent-store.ts'
import { randomText } from './random-text.ts'

/** The known facts about the buyer. */
export type Buyer = {
  userId: string | null
  hasEmail: boolean
  subcategory: Subcategory | null
  /** The token of the saved result on screen. */
  resultToken?: string | undefined
  /** The attempt on screen, if this tab finished it. */
  attemptId?: string | undefined
  /** The unconfirmed lead on screen. */
  linkedLead?: { id: string; createdAt: string } | undefined
}

/** The buyer's input in the dialog. */
export type BuyerInput = Pick<CheckoutRequest, 'email' | 'phone' | 'claimedLeadId' | 'again'>

/** The e-mail by which a visitor's earlier orders are known to be theirs: typed now, or of the account. */
type PayerEmail = { email: string | null }

export type Purchase = {
  product: ProductType
  source: string
  buyer: Buyer
}

/** A purchase with its offer's style. */
export type OfferedPurchase = Purchase & { manner: OfferStyle }

/** Returns the variant of the pay button. */
export function payButtonVariant({ product, manner }: OfferedPurchase) {
  if (manner.isQuiet) return 'outline'
  return product === 'subscription' ? 'quiz' : 'default'
}

/**
 * Records the intent, places the order and returns the payment page's URL; null when nothing is
 * due. Throws `ApiError`. The server continues an earlier unpaid order.
 */
export async function startPayment(
  config: ClientConfig,
  purchase: Purchase,
  given: BuyerInput,
  { email }: PayerEmail,
): Promise<string | null> {
  const { attemptId, subcategory, userId } = purchase.buyer
  const resultToken =
    purchase.buyer.resultToken ?? (attemptId && (await waitForResultToken(config.apiUrl, attemptId)))
  const asked = { product: purchase.product, asker: { userId, email } }
  const earlier = await listOwnIntents(deviceStore, asked, Date.now())
  const intent = await recordIntent(purchase, given, resultToken)
  const body: CheckoutRequest = {
    productType: intent.productType,
    intentId: intent.id,
    intentSecret: intent.secret,
    source: intent.source,
    ...(resultToken && { resultToken }),
    ...(subcategory && { subcategory }),
    ...(earlier.length > 0 && {
      earlier: earlier.map(({ id, secret }) => ({ intentId: id, intentSecret: secret })),
    }),
    ...given,
  }
  const asUser = userId !== null
  const placed = await callApi(config, '/payment/checkout', { method: 'POST', body, asUser })
  const { invId, url } = parsePlacedOrder(placed)
  saveIntent(deviceStore, { ...intent, invId }, Date.now())
  saveAbandonedOrder(tabStore, { ...toAbandonedOrder(intent), invId })
  return url
}

/** Returns the payment URL of an intent's order; null when nothing is due. Throws `ApiError`. */
export async function continuePayment(config: ClientConfig, intent: SavedIntent): Promise<string | null> {
  const { productType, id, secret, userId } = intent
  const body: CheckoutRequest = { productType, intentId: id, intentSecret: secret }
  const asUser = userId !== null
  const placed = await callApi(config, '/payment/checkout', { method: 'POST', body, asUser })
  const { invId, url } = parsePlacedOrder(placed)
  saveAbandonedOrder(tabStore, { ...toAbandonedOrder(intent), invId })
  return url
}

function toAbandonedOrder({ secret, returnTo }: SavedIntent) {
  return { secret, returnTo }
}

async function recordIntent(
  { product, source, buyer }: Purchase,
  { email }: BuyerInput,
  resultToken: string | undefined,
): Promise<SavedIntent> {
  const { userId, hasEmail, subcategory, attemptId } = buyer
  const now = Date.now()
  const intent = makePaymentIntent(
    {
      productType: product,
      price: products[product].priceTiyn / tiynPerTenge,
      category: subcategory && categoryOf(subcategory),
      subcategory,
      userId,
      hasEmail: hasEmail || email !== undefined,
      source,
    },
    now,
    randomText(16),
  )
  // A shared result's address is kept only for visitors who came by it, because the history cannot
  // be deleted.
  const returnTo = attemptId
    ? '/'
    : resultToken
      ? `/profile?result=${encodeURIComponent(resultToken)}`
      : '/profile'
  const mark = userId === null ? await intentEmailDigest(intent.id, email ?? null) : undefined
  const kept = {
    ...{ ...intent, secret: randomText(32), resultToken, attemptId },
    ...{ contactMark: mark, invId: null, returnTo },
  }
  saveIntent(deviceStore, kept, now)
  return kept
}

function parsePlacedOrder(body: unknown): { invId: number; url: string | null } {
  const { invId, url } = isRecord(body) ? body : {}
  if (typeof invId !== 'number' || !(url === null || isWebAddress(url))) {
    throw new Error('the answer is no order')
  }
  return { invId, url }
}

/** The payment page is opened in this window, so it must be a page and nothing a browser would run. */
function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url)
}
