import { randomUUID } from 'node:crypto'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { type Charge, chargeFor } from '@app/domain/orders/deposit'
import { missingDetails } from '@app/domain/orders/missing-details'
import { type Buyer, canContinue, type Order } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { reconcileAt } from '@app/domain/payments/reconciliation'
import { isGift } from '@app/domain/subscriptions/account-programs'
import type { Kysely, Transaction } from 'kysely'
import type { InvIdRange } from '../../config/payments.ts'
import { lockUser } from '../../consents/consent-repository.ts'
import { unauthorized } from '../../http/app-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { claimLead } from '../../leads/lead-repository.ts'
import type { Tables } from '../../services/tables.ts'
import {
  claimDeposit,
  type DepositProof,
  listHeldDeposits,
  releaseDeposits,
} from '../deposit/deposit-repository.ts'
import { findSuppressionReason } from '../find-suppression-reason.ts'
import { findOrder, insertOrder, lockOpenOrders, saveBuyer } from '../order-repository.ts'
import { listBoughtPrograms } from '../own-orders.ts'
import { type BuyerRequest, findBuyer } from './find-buyer.ts'
import {
  findIntent,
  type IntentProof,
  listProvenOrders,
  recordIntent,
  takeAdvisoryLocks,
} from './intent-repository.ts'
import {
  alreadyBought,
  intentConflict,
  medicalRedFlag,
  messagesStopped,
  sellingForbidden,
  unreachableBuyer,
} from './order-errors.ts'
import { reconcileOrderJob } from './reconcile-order.job.ts'

export type PlaceOrderServices = { db: Kysely<Tables>; jobs: Jobs }

export type OrderRequest = IntentProof & {
  product: ProductType
  asker: BuyerRequest
  source: string | null
  /** Earlier intents of the same browser. */
  earlier: readonly IntentProof[]
  /** A lead linked to the asker that they say is theirs. */
  claimedLeadId: string | null
  /** True when the buyer confirmed a second program. */
  again: boolean
}

/**
 * The way this server sells: in the provider's test mode or not, at which fixed charge, if any, and
 * under which numbers.
 */
export type SalesTerms = { test: boolean; fixedChargeTiyn: number | null; invIds: InvIdRange }

/**
 * Places an order for an intent, or returns the intent's order. A buyer with a proof continues
 * their own unpaid order for the same reader, so that one purchase is not paid twice. Throws
 * `invalid_input` (409 for another's or another product's intent, 400 for missing contact),
 * `unauthorized`, `nothing_sold`, `medical_red_flag`, `messages_stopped` and `already_bought`.
 */
export function placeOrder(
  { db, jobs }: PlaceOrderServices,
  request: OrderRequest,
  terms: SalesTerms,
): Promise<Order> {
  return db.transaction().execute(async (trx) => {
    const { asker, product, intentId } = request
    await takeAdvisoryLocks(
      trx,
      [request, ...request.earlier].map((each) => `intent ${each.intentId}`),
    )
    // The user is locked first, as in account deletion.
    if (asker.userId && !(await lockUser(trx, asker.userId))) throw unauthorized()
    const known = await findKnownOrder(trx, request)
    if (known && known.state !== 'created') return known

    if (asker.userId && request.claimedLeadId) await claimLead(trx, asker.userId, request.claimedLeadId)
    const { buyer, ownPhone, proof, offered, isSoldNothing } = await findBuyer(trx, asker)
    // Also when the order is older than these answers.
    if (isSoldNothing) throw sellingForbidden()
    if (known) return known
    // A purchase without a contact could not be refunded.
    if (!buyer.userId && !buyer.email) throw unreachableBuyer(['email'])
    if (!offered.includes(product)) throw medicalRedFlag()
    if (product === 'subscription') await requireReachableBuyer(trx, { ...buyer, phone: asker.phone })
    // Serializes the purchases of one person.
    await takeAdvisoryLocks(trx, [`buyer ${proof.userId ?? intentId}`])

    const orderIds = await listProvenOrders(trx, request.earlier)
    const mine = { ...proof, orderIds, email: buyer.email, test: terms.test }
    const programs = product === 'subscription' ? await listBoughtPrograms(trx, mine) : []
    const hasRunning = programs.some((each) => each.state === 'active' && !each.isGift)
    if (hasRunning && !request.again) throw alreadyBought()
    const phone = buyer.phone && toWhatsappNumber(buyer.phone)
    const gift = product === 'subscription' && request.again && isGift(phone, programs, ownPhone)
    const left = await lockOpenOrders(trx, product, mine)
    // A payment page may be open in another tab, so its order keeps its reader.
    const sameOnes = left.filter((each) => isForSameReader(each, { isGift: gift, phone }))
    const orderId = randomUUID()
    const { charge, open } = await claimCharge(trx, { product, terms, proof: mine, left: sameOnes, orderId })
    if (open) {
      await recordIntent(trx, request, open)
      return saveBuyer(trx, { ...open, buyer, isGift: gift, isConfirmedDuplicate: hasRunning })
    }

    const { source } = request
    const kind = { product, test: terms.test, isGift: gift, isConfirmedDuplicate: hasRunning }
    const order = await insertOrder(trx, { id: orderId, ...kind, ...charge, buyer, source }, terms.invIds)
    await recordIntent(trx, request, order)
    const firstQuestion = reconcileAt(order.createdAt, 0)
    if (firstQuestion) {
      await jobs.enqueue(
        trx,
        reconcileOrderJob,
        { orderId: order.id, turn: 0 },
        { startAfter: firstQuestion },
      )
    }
    return order
  })
}

/**
 * Returns true when an order that was left is for whom a new one would be: the buyer's own, or a
 * gift to the same number (in digits).
 */
function isForSameReader(
  { isGift, buyer }: Order,
  wanted: { isGift: boolean; phone: string | null },
): boolean {
  if (isGift !== wanted.isGift) return false
  return !isGift || (buyer.phone && toWhatsappNumber(buyer.phone)) === wanted.phone
}

async function findKnownOrder(trx: Transaction<Tables>, request: OrderRequest): Promise<Order | null> {
  const intent = await findIntent(trx, request)
  if (!intent) return null
  const order = intent.isProven ? await findOrder(trx, intent.orderId) : null
  if (order?.product !== request.product) throw intentConflict()
  return order
}

async function requireReachableBuyer(trx: Transaction<Tables>, buyer: Buyer): Promise<void> {
  const unknown = missingDetails(buyer)
  if (unknown.length > 0) throw unreachableBuyer(unknown)
  // The number's opt-out is revealed only in the receipt.
  const suppression = await findSuppressionReason(trx, { phone: null, userId: buyer.userId })
  if (suppression === 'withdrawn') throw messagesStopped()
}

type ChargeRequest = {
  product: ProductType
  terms: SalesTerms
  proof: DepositProof
  /** Orders that the buyer may continue, newest first. */
  left: readonly Order[]
  /** The id of a new order. */
  orderId: string
}

/**
 * Claims the deposit and returns the charge, and the order to continue. An order with a deposit
 * keeps its price; one without gets a new deposit.
 */
async function claimCharge(
  trx: Transaction<Tables>,
  { product, terms, proof, left, orderId }: ChargeRequest,
): Promise<{ charge: Charge; open: Order | null }> {
  const openAt = (charge: Charge) =>
    left.filter((each) => canContinue(each, { product, test: terms.test, ...charge }))
  const full = chargeFor(product, false, terms.fixedChargeTiyn)
  const lowered = chargeFor(product, true, terms.fixedChargeTiyn)
  if (lowered.depositTiyn > 0) {
    const candidates = openAt(lowered)
    const held = await listHeldDeposits(
      trx,
      left.map(({ id }) => id),
    )
    const holder = candidates.find(({ id }) => held.some(({ orderId }) => orderId === id))
    if (holder) return { charge: lowered, open: holder }
    await releaseDeposits(trx, held)
    const open = candidates[0] ?? null
    if (await claimDeposit(trx, proof, open?.id ?? orderId)) return { charge: lowered, open }
  }
  return { charge: full, open: openAt(full)[0] ?? null }
}
