import { randomUUID } from 'node:crypto'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { type Charge, chargeFor } from '@app/domain/orders/deposit'
import { type Buyer, canContinue, type Order } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { unknownOf } from '@app/domain/orders/reach'
import { reconcileAt } from '@app/domain/payments/reconciliation'
import { isGift } from '@app/domain/subscriptions/several'
import type { Kysely, Transaction } from 'kysely'
import { lockUser } from '../consents/consent-repository.ts'
import { unauthorized } from '../http/app-error.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { claimLead } from '../leads/lead-repository.ts'
import type { Tables } from '../services/tables.ts'
import { claimDeposit, type DepositProof, holdsDeposit } from './deposit-repository.ts'
import { type Asker, findBuyer } from './find-buyer.ts'
import { findSilence } from './find-silence.ts'
import {
  findIntent,
  type IntentProof,
  listProvenOrders,
  recordIntent,
  takeAdvisoryLocks,
} from './intent-repository.ts'
import {
  alreadyBought,
  doctorFirst,
  intentConflict,
  messagesStopped,
  unreachableBuyer,
} from './order-errors.ts'
import { findOrder, insertOrder, lockOpenOrders, saveBuyer } from './order-repository.ts'
import { listBoughtPrograms } from './own-orders.ts'
import { reconcileOrderJob } from './reconcile-order.job.ts'

export type PlaceOrderServices = { db: Kysely<Tables>; jobs: Jobs }

export type OrderRequest = IntentProof & {
  product: ProductType
  asker: Asker
  source: string | null
  /** Earlier intents of the same browser. */
  earlier: readonly IntentProof[]
  /** A lead linked to the asker that they say is theirs. */
  claimedLeadId: string | null
  /** The asker wants a program besides the one under way. */
  again: boolean
}

/** How this server sells: in the provider's test mode or not, and at which fixed charge, if any. */
export type SalesTerms = { test: boolean; fixedChargeTiyn: number | null }

/**
 * Places an order for an intent, or answers the one it already became. A buyer who comes back with a new intent, signed in
 * or with an earlier intent of theirs, continues their unpaid order with the contact they give now, so that one purchase
 * has one number and cannot be paid twice; what is for another person is another purchase. Throws `invalid_input`: 409 when the intent is somebody else's or was for another
 * product, 400 for a program that could not reach its buyer, and for a visitor who names no e-mail; `doctor_first` for one that the saved answers speak against;
 * `unauthorized` for a user who is gone; `messages_stopped` for a buyer who switched its messages off; `already_bought` for a second program that was not asked for twice.
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
    // First, as whoever deletes the account does: what is written below leads to it.
    if (asker.userId && !(await lockUser(trx, asker.userId))) throw unauthorized()
    const known = await findKnownOrder(trx, request)
    if (known) return known

    if (asker.userId && request.claimedLeadId) await claimLead(trx, asker.userId, request.claimedLeadId)
    const { buyer, ownPhone, proof, offered } = await findBuyer(trx, asker)
    // A purchase of nobody could be found, settled and given back by nobody.
    if (!buyer.userId && !buyer.email) throw unreachableBuyer(['email'])
    if (!offered.includes(product)) throw doctorFirst()
    if (product === 'subscription') await refuseUnreachable(trx, { ...buyer, phone: asker.phone })
    // Two purchases of one person take turns; of people nobody knows, each is alone.
    await takeAdvisoryLocks(trx, [`buyer ${proof.userId ?? intentId}`])

    const orderIds = await listProvenOrders(trx, request.earlier)
    const mine = { ...proof, orderIds, email: buyer.email, test: terms.test }
    const programs = product === 'subscription' ? await listBoughtPrograms(trx, mine) : []
    const hasRunning = programs.some((each) => each.state === 'active' && !each.isGift)
    if (hasRunning && !request.again) throw alreadyBought()
    const phone = buyer.phone && toWhatsappNumber(buyer.phone)
    const gift = product === 'subscription' && request.again && isGift(phone, programs, ownPhone)
    const left = await lockOpenOrders(trx, product, mine)
    // A payment page may stand open in another tab, and names no recipient: what is paid there goes to whom it was opened for.
    const wanted = { isGift: gift, phone, test: terms.test }
    const open = await findOpen(
      trx,
      left.filter((each) => isForSame(each, wanted)),
    )
    const orderId = randomUUID()
    const charge = await claimCharge(trx, { product, terms, proof: mine, open, orderId })
    if (open && canContinue(open, { product, test: terms.test, ...charge })) {
      await recordIntent(trx, request, open)
      return saveBuyer(trx, { ...open, buyer, isGift: gift })
    }

    const { source } = request
    const placed = { id: orderId, product, ...charge, test: terms.test, buyer, isGift: gift, source }
    const order = await insertOrder(trx, placed)
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

/** Whether an order that was left is for whom a new one would be: the buyer's own, or a gift to the same number (in digits). */
function isForSame(
  { isGift, buyer, test }: Order,
  wanted: { isGift: boolean; phone: string | null; test: boolean },
): boolean {
  if (isGift !== wanted.isGift || test !== wanted.test) return false
  return !isGift || (buyer.phone && toWhatsappNumber(buyer.phone)) === wanted.phone
}

/** Of orders that were left, newest first, the one to be continued: what holds a deposit keeps its price. */
async function findOpen(trx: Transaction<Tables>, left: readonly Order[]): Promise<Order | null> {
  for (const each of left) if (each.depositTiyn > 0 && (await holdsDeposit(trx, each.id))) return each
  return left[0] ?? null
}

async function findKnownOrder(trx: Transaction<Tables>, request: OrderRequest): Promise<Order | null> {
  const intent = await findIntent(trx, request)
  if (!intent) return null
  const order = intent.isProven ? await findOrder(trx, intent.orderId) : null
  if (order?.product !== request.product) throw intentConflict()
  return order
}

async function refuseUnreachable(trx: Transaction<Tables>, buyer: Buyer): Promise<void> {
  const unknown = unknownOf(buyer)
  if (unknown.length > 0) throw unreachableBuyer(unknown)
  // What the number has said to us is told to nobody who merely types it: its program waits, and the receipt says for what.
  const silence = await findSilence(trx, { phone: null, userId: buyer.userId })
  if (silence === 'withdrawn') throw messagesStopped()
}

type ChargeRequest = {
  product: ProductType
  terms: SalesTerms
  proof: DepositProof
  open: Order | null
  orderId: string
}

/**
 * The charge, with the deposit that lowers it claimed: for the open order if it is continued at that charge, else for the new one. An open order
 * may have lost the deposit it was lowered by, and another program may have one to give.
 */
async function claimCharge(trx: Transaction<Tables>, request: ChargeRequest): Promise<Charge> {
  const { product, terms, proof, open, orderId } = request
  const full = chargeFor(product, false, terms.fixedChargeTiyn)
  const lowered = chargeFor(product, true, terms.fixedChargeTiyn)
  if (lowered.depositTiyn === 0) return full

  const continued = open && canContinue(open, { product, test: terms.test, ...lowered }) ? open : null
  if (continued && (await holdsDeposit(trx, continued.id))) return lowered
  return (await claimDeposit(trx, proof, continued?.id ?? orderId)) ? lowered : full
}
