import type { EventName, EventProperties } from '@app/domain/analytics/event-fields'
import type { DeliveryStatus } from '@app/domain/messages/delivery'
import type { Order } from '@app/domain/orders/order'
import { tiynPerTenge } from '@app/domain/orders/products'
import type { Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { eventId } from './event-id.ts'

/** An order was paid. Belongs to the transaction that says so; a second time changes nothing. */
export async function recordPurchase(trx: Transaction<Tables>, order: Order, at: Date): Promise<void> {
  // Test orders move no money.
  if (order.test) return
  await record(trx, {
    fact: `purchase:${order.id}`,
    name: 'purchase_completed',
    distinctId: order.buyer.userId ?? order.id,
    isUser: order.buyer.userId !== null,
    at,
    properties: {
      product: order.product,
      amount_tenge: order.chargeTiyn / tiynPerTenge,
      currency: order.currency,
      deposit_used: order.depositTiyn > 0,
    },
  })
}

/** The kind and day of a message, without the recipient or the text. */
type ReportedMessage = { id: string; kind: string; contactId: string; day: number | null }

/** A message got as far as `status`. Belongs to the transaction that says so; a second time changes nothing. */
export async function recordDelivery(
  trx: Transaction<Tables>,
  message: ReportedMessage,
  status: DeliveryStatus,
  at: Date,
): Promise<void> {
  await record(trx, {
    fact: `delivery:${message.id}:${status}`,
    name: 'message_delivery',
    distinctId: message.contactId,
    isUser: false,
    at,
    properties: { kind: message.kind, status, day: message.day },
  })
}

type AnalyticsFact<Name extends EventName> = {
  fact: string
  name: Name
  distinctId: string
  isUser: boolean
  at: Date
  properties: EventProperties<Name>
}

async function record<Name extends EventName>(
  trx: Transaction<Tables>,
  fact: AnalyticsFact<Name>,
): Promise<void> {
  await trx
    .insertInto('analytics_events')
    .values({
      id: eventId(fact.fact),
      name: fact.name,
      distinct_id: fact.distinctId,
      is_user: fact.isUser,
      properties: JSON.stringify(fact.properties),
      occurred_at: fact.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
