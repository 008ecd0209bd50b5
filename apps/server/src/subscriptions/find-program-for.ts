import type { ProgramReader } from '@app/domain/subscriptions/program-for'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { listBlockingPrograms, listNumberQueues } from './number-queue.ts'
import { findSubscriptionOfOrder } from './subscription-repository.ts'

/**
 * Finds the reader of an ordered program; null for other products. Other programs of the buyer are
 * revealed only for signed-in orders.
 */
export async function findProgramReader(
  db: Kysely<Tables>,
  orderId: string,
  now: Date,
): Promise<ProgramReader | null> {
  const order = await db
    .selectFrom('orders')
    .select(['product', 'is_gift', 'placed_signed_in', 'repeats_order_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (order?.product !== 'subscription') return null
  const program = await findSubscriptionOfOrder(db, orderId)
  const { phone = null, userId = null } = program ?? {}
  const queue = phone === null ? [] : ((await listNumberQueues(db, [phone], now)).get(phone) ?? [])
  const ahead = program?.progress.state === 'active' ? listBlockingPrograms(queue, program, now) : []
  const isAfterOwn =
    order.placed_signed_in && userId !== null && ahead.some((other) => other.userId === userId)
  const original = order.repeats_order_id
  const isHeld = program?.progress.isPaused || ahead.some(({ orderId }) => orderId === original)
  const isTwice = order.placed_signed_in && original !== null && isHeld
  return {
    programFor: order.is_gift ? 'gift' : isTwice ? 'self_twice' : isAfterOwn ? 'self_later' : 'self',
    waits: ahead.length > 0,
  }
}
