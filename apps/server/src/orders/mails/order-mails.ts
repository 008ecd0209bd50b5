import { type OwnerTask, ownerOrderMail } from '@app/content/ru/mail/owner-notice'
import { type PurchaseHold, receiptMail } from '@app/content/ru/mail/receipt'
import { refundNoteMail } from '@app/content/ru/mail/refund-note'
import type { Owner } from '@app/contracts/client-config'
import { missingDetails } from '@app/domain/orders/missing-details'
import type { Order } from '@app/domain/orders/order'
import type { ProgramReader } from '@app/domain/subscriptions/program-for'
import { type Kysely, sql } from 'kysely'
import type { Jobs } from '../../jobs/jobs.ts'
import { alertOwnerJob } from '../../mail/alert-owner.job.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Tables } from '../../services/tables.ts'
import { findDueConsultation, listHeldDeposits } from '../deposit/deposit-repository.ts'
import { findSuppressionReason } from '../find-suppression-reason.ts'
import { findOrder } from '../order-repository.ts'

export type OrderMailServices = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  mailer: Pick<Mailer, 'send'>
  /** Finds the reader of an ordered program; null for any other product. */
  findReader: (orderId: string) => Promise<ProgramReader | null>
  siteUrl: string
  owner: Owner
}

type SentColumn = 'receipt_sent_at' | 'owner_notified_at'

/**
 * Sends the receipt once and marks it. Only a crash between sending and marking repeats it. An
 * order without an e-mail gets none.
 */
export async function sendReceipt(services: OrderMailServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order?.paidAt || !order.buyer.email) return
  const { siteUrl, owner } = services
  const hold = await findHold(services.db, order)
  const reader = await services.findReader(orderId)
  const programFor = reader?.programFor ?? null
  const phone = order.buyer.phone
  const paid = await toPaidOrder(services.db, order, order.paidAt)
  const mail = receiptMail({ ...paid, hold, programFor, phone, siteUrl, owner })
  await sendOnce(services, orderId, 'receipt_sent_at', { to: order.buyer.email, ...mail })
}

/** Notifies the buyer of a refund. An order without an e-mail gets none. */
export async function sendRefundNote(services: OrderMailServices, orderId: string): Promise<void> {
  const { db, mailer, siteUrl, owner } = services
  const order = await findOrder(db, orderId)
  if (order?.state !== 'refunded' || !order.buyer.email) return
  const { product, invId } = order
  const owing = await findDueConsultation(db, orderId)
  await mailer.send({ to: order.buyer.email, ...refundNoteMail({ product, invId, owing, siteUrl, owner }) })
}

/** Notifies the owner of a purchase and her tasks, once. */
export async function notifyOwner(services: OrderMailServices, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order?.paidAt) return
  const reader = await services.findReader(orderId)
  const tasks = await listTasks(services.db, order)
  const paid = await toPaidOrder(services.db, order, order.paidAt)
  const mail = ownerOrderMail({ ...paid, tasks, waits: reader?.waits ?? false })
  await sendOnce(services, orderId, 'owner_notified_at', { to: services.owner.email, ...mail })
}

/** Adds the actually used deposit and the duplicate's number. */
async function toPaidOrder(db: Kysely<Tables>, order: Order, paidAt: Date) {
  const first = order.duplicateOfOrderId && (await findOrder(db, order.duplicateOfOrderId))
  const depositTiyn = order.depositTiyn - order.dueTiyn
  return { ...order, paidAt, depositTiyn, duplicateOf: first ? first.invId : null }
}

async function listTasks(db: Kysely<Tables>, order: Order): Promise<OwnerTask[]> {
  const { product, buyer, depositTiyn, dueTiyn } = order
  const hold = await findHold(db, order)
  const hasNoContact = product === 'consultation' && buyer.email === null && buyer.phone === null
  const isWaived = depositTiyn > 0 && dueTiyn === 0 && (await listHeldDeposits(db, [order.id])).length === 0
  return [
    ...(hold ? [hold] : []),
    ...(hasNoContact ? (['no_contact'] as const) : []),
    ...(dueTiyn > 0 ? (['due'] as const) : []),
    ...(isWaived ? (['waived'] as const) : []),
  ]
}

/** Finds the reason why a purchase does not proceed. */
async function findHold(
  db: Kysely<Tables>,
  { product, buyer, duplicateOfOrderId }: Order,
): Promise<PurchaseHold | null> {
  if (duplicateOfOrderId !== null) return 'paid_twice'
  if (product !== 'subscription') return null
  // Without an e-mail the program still arrives; without a result a phone does not help.
  const unknown = missingDetails(buyer)
  const missing = (['subcategory', 'phone'] as const).find((field) => unknown.includes(field))
  return missing ?? (await findSuppressionReason(db, buyer))
}

/** A receipt that could not be sent after every try: the owner is asked to write to the buyer herself. */
export async function reportReceipt({ db, jobs }: OrderMailServices, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order) return
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, alertOwnerJob, { alert: 'receipt_failed', reference: String(order.invId) })
  })
}

async function sendOnce(
  { db, mailer }: OrderMailServices,
  orderId: string,
  column: SentColumn,
  mail: Parameters<Mailer['send']>[0],
): Promise<void> {
  const row = await db.selectFrom('orders').select(column).where('id', '=', orderId).executeTakeFirst()
  if (!row || row[column]) return
  await mailer.send(mail)
  await db
    .updateTable('orders')
    .set({ [column]: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}
