import { randomUUID } from 'node:crypto'
import { type Charge, chargeFor } from '@app/domain/orders/deposit'
import { canContinue, type Order } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { reconcileAt } from '@app/domain/payments/reconciliation'
import type { Kysely, Transaction } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import { reconcileOrderJob } from '../payments/reconcile-order.job.ts'
import type { Tables } from '../services/tables.ts'
import { claimDeposit, findUnusedDeposit, holdsDeposit } from './deposit-repository.ts'
import { type Asker, type FoundBuyer, findBuyer } from './find-buyer.ts'
import { findIntent, type IntentProof, lockWords, recordIntent } from './intent-repository.ts'
import { intentConflict } from './order-errors.ts'
import { findOrder, insertOrder, lockOpenOrder } from './order-repository.ts'

export type PlaceOrderServices = { db: Kysely<Tables>; jobs: Jobs }

export type OrderRequest = IntentProof & { product: ProductType; asker: Asker; source: string | null }

/** How this server sells: in the provider's test mode or not, and at which fixed charge, if any. */
export type SalesTerms = { test: boolean; fixedChargeTiyn: number | null }

/**
 * Places an order for an intent, or answers the one it already became. A buyer who is known and comes back with a new
 * intent continues their unpaid order, so that one purchase has one number and cannot be paid twice. Throws
 * `invalid_input` (409) when the intent is somebody else's or was for another product.
 */
export function placeOrder(
  { db, jobs }: PlaceOrderServices,
  request: OrderRequest,
  terms: SalesTerms,
): Promise<Order> {
  return db.transaction().execute(async (trx) => {
    const found = await findBuyer(trx, request.asker)
    await lockWords(trx, `intent ${request.intentId}`, `buyer ${lockedBuyer(found) ?? request.intentId}`)

    const known = await findKnownOrder(trx, request)
    if (known) return known

    const open = await lockOpenOrder(trx, request.product, found.proof)
    const orderId = randomUUID()
    const charge = await claimCharge(trx, { request, terms, found, open, orderId })
    if (open && canContinue(open, { product: request.product, test: terms.test, ...charge })) {
      await recordIntent(trx, request, open)
      return open
    }

    const order = await insertOrder(trx, {
      id: orderId,
      product: request.product,
      ...charge,
      test: terms.test,
      buyer: found.buyer,
      source: request.source,
    })
    await recordIntent(trx, request, order)
    const firstQuestion = reconcileAt(order.createdAt, 0)
    if (firstQuestion) {
      await jobs.enqueue(trx, reconcileOrderJob, { orderId: order.id }, { startAfter: firstQuestion })
    }
    return order
  })
}

async function findKnownOrder(trx: Transaction<Tables>, request: OrderRequest): Promise<Order | null> {
  const intent = await findIntent(trx, request)
  if (!intent) return null
  const order = intent.isProven ? await findOrder(trx, intent.orderId) : null
  if (order?.product !== request.product) throw intentConflict()
  return order
}

type Deal = {
  request: OrderRequest
  terms: SalesTerms
  found: FoundBuyer
  open: Order | null
  orderId: string
}

/** The charge, with the deposit that lowers it claimed: for the open order if that holds it, else for the new one. */
async function claimCharge(trx: Transaction<Tables>, deal: Deal): Promise<Charge> {
  const { request, terms, found, open, orderId } = deal
  const full = chargeFor(request.product, false, terms.fixedChargeTiyn)
  const lowered = chargeFor(request.product, true, terms.fixedChargeTiyn)
  if (lowered.depositTiyn === 0) return full

  const proof = { ...found.proof, test: terms.test }
  if (open && (await holdsDeposit(trx, open.id))) return lowered
  const programOrderId = await findUnusedDeposit(trx, proof)
  const isClaimed = programOrderId !== null && (await claimDeposit(trx, programOrderId, orderId))
  return isClaimed ? lowered : full
}

/** Two purchases of one person take turns; of people nobody knows, each is alone. */
function lockedBuyer({ proof }: FoundBuyer): string | null {
  return proof.userId ?? proof.leadId
}
