import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** What proves whose paid program may be used: nothing that a stranger could merely know. */
export type DepositProof = {
  userId: string | null
  /** Confirmed by signing in. */
  confirmedEmail: string | null
  /** Of a lead whose token was shown. */
  leadId: string | null
  test: boolean
}

/** The oldest paid program of this person that no consultation has used; null when there is none. */
export async function findUnusedDeposit(
  db: Kysely<Tables>,
  { userId, confirmedEmail, leadId, test }: DepositProof,
): Promise<string | null> {
  if (!userId && !confirmedEmail && !leadId) return null
  const row = await db
    .selectFrom('orders')
    .leftJoin('deposit_uses', (join) =>
      join
        .onRef('deposit_uses.program_order_id', '=', 'orders.id')
        .on('deposit_uses.released_at', 'is', null),
    )
    .select('orders.id')
    .where('orders.product', '=', 'subscription')
    .where('orders.state', '=', 'paid')
    .where('orders.test', '=', test)
    .where('deposit_uses.order_id', 'is', null)
    .where((where) =>
      where.or([
        ...(userId ? [where('orders.user_id', '=', userId)] : []),
        ...(confirmedEmail
          ? [where(where.fn('lower', ['orders.email']), '=', confirmedEmail.toLowerCase())]
          : []),
        ...(leadId ? [where('orders.lead_id', '=', leadId)] : []),
      ]),
    )
    .orderBy('orders.paid_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Spends a program's deposit on an order. False when somebody else was faster, or the order has one already. */
export async function claimDeposit(
  trx: Transaction<Tables>,
  programOrderId: string,
  orderId: string,
): Promise<boolean> {
  const row = await trx
    .insertInto('deposit_uses')
    .values({ program_order_id: programOrderId, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a deposit lowers this order's charge. */
export async function holdsDeposit(db: Kysely<Tables>, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_uses')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives back the deposit that an order held; it may be spent again. */
export async function releaseDeposit(trx: Transaction<Tables>, orderId: string): Promise<void> {
  await trx
    .updateTable('deposit_uses')
    .set({ released_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .execute()
}

/**
 * Spends the deposit of an order that is paid after it was given back, unless another order has it by now: the price
 * was promised, so the payment stands either way.
 */
export async function keepDeposit(trx: Transaction<Tables>, orderId: string): Promise<void> {
  await trx
    .updateTable('deposit_uses')
    .set({ released_at: null })
    .where('order_id', '=', orderId)
    .where('released_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('deposit_uses as other')
            .select('other.order_id')
            .whereRef('other.program_order_id', '=', 'deposit_uses.program_order_id')
            .where('other.released_at', 'is', null),
        ),
      ),
    )
    .execute()
}
