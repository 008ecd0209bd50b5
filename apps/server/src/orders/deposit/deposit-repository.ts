import { type DepositOutcome, settleDeposit } from '@app/domain/orders/deposit'
import type { OrderState } from '@app/domain/orders/order'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { type AccountProof, belongToAccount } from '../own-orders.ts'

export type DepositProof = AccountProof & { test: boolean }

/** Returns true when this person has a paid program that no consultation holds. */
export async function hasUnusedDeposit(db: Kysely<Tables>, proof: DepositProof): Promise<boolean> {
  return (await unusedDeposits(db, proof).executeTakeFirst()) !== undefined
}

/** Holds the oldest unused deposit of this person for an order that holds none, in place of one that it has lost. False when there is none. */
export async function claimDeposit(
  trx: Transaction<Tables>,
  proof: DepositProof,
  orderId: string,
): Promise<boolean> {
  // Locked, so that a concurrent refund either precedes or undoes this claim.
  let program = await unusedDeposits(trx, proof).forUpdate('orders').executeTakeFirst()
  // Another transaction may have taken it, so the query runs again after the lock.
  while (program && (await findDepositHolder(trx, program.id)))
    program = await unusedDeposits(trx, proof).forUpdate('orders').executeTakeFirst()
  if (!program) return false
  const claim = { program_order_id: program.id, released_at: null }
  const row = await trx
    .insertInto('deposit_uses')
    .values({ ...claim, order_id: orderId })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet(claim).where('deposit_uses.released_at', 'is not', null),
    )
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

/** An order whose charge a deposit lowers, and the program that it is of. */
export type HeldDeposit = { orderId: string; programId: string }

/** The deposits that lower these orders' charges. */
export async function listHeldDeposits(
  db: Kysely<Tables>,
  orderIds: readonly string[],
): Promise<HeldDeposit[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('deposit_uses')
    .select(['order_id as orderId', 'program_order_id as programId'])
    .where('order_id', 'in', orderIds)
    .where('released_at', 'is', null)
    .execute()
}

/** Releases deposits. Their programs are locked first, as everywhere. */
export async function releaseDeposits(
  trx: Transaction<Tables>,
  deposits: readonly HeldDeposit[],
): Promise<void> {
  if (deposits.length === 0) return
  const programIds = deposits.map(({ programId }) => programId)
  await trx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', programIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { orderId } of deposits) await releaseDeposit(trx, orderId)
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

/** Takes a refunded program's deposit from the consultation that has not been paid with it. `trx` holds the program. */
export async function withdrawDeposit(trx: Transaction<Tables>, programOrderId: string): Promise<void> {
  await trx
    .updateTable('deposit_uses')
    .set({ released_at: sql`now()` })
    .where('program_order_id', '=', programOrderId)
    .where('released_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'deposit_uses.order_id')
            .where('orders.state', '=', 'paid'),
        ),
      ),
    )
    .execute()
}

/**
 * Spends the deposit that lowered an order when its payment arrives, or decides the consequence of
 * a missing one. The program is locked, so that only one of two payments spends it.
 */
export async function spendDeposit(trx: Transaction<Tables>, orderId: string): Promise<DepositOutcome> {
  const claimed = await trx
    .selectFrom('deposit_uses')
    .select('program_order_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!claimed) return 'owed'
  const program = await trx
    .selectFrom('orders')
    .select(['id', 'state', 'placed_signed_in'])
    .where('id', '=', claimed.program_order_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const holder = await findDepositHolder(trx, program.id)
  const outcome = settleDeposit({
    program: program.state,
    isProvenPayer: program.placed_signed_in,
    holder: holder && { isSelf: holder.orderId === orderId, state: holder.state },
  })
  if (outcome !== 'spent') {
    await releaseDeposit(trx, orderId)
    return outcome
  }
  if (holder && holder.orderId !== orderId) await releaseDeposit(trx, holder.orderId)
  await trx.updateTable('deposit_uses').set({ released_at: null }).where('order_id', '=', orderId).execute()
  return outcome
}

type DepositHolder = { orderId: string; state: OrderState }

/** The order that this program's deposit lowers now; null when none does. */
export async function findDepositHolder(
  trx: Transaction<Tables>,
  programOrderId: string,
): Promise<DepositHolder | null> {
  const row = await trx
    .selectFrom('deposit_uses')
    .innerJoin('orders', 'orders.id', 'deposit_uses.order_id')
    .select(['orders.id as orderId', 'orders.state'])
    .where('deposit_uses.program_order_id', '=', programOrderId)
    .where('deposit_uses.released_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** A paid consultation with a debt after a program's refund. */
export type DueConsultation = { invId: number; dueTiyn: number }

/** The consultation that a program lowered, as long as it owes for that; null when none does. */
export async function findDueConsultation(
  db: Kysely<Tables>,
  programOrderId: string,
): Promise<DueConsultation | null> {
  const row = await db
    .selectFrom('deposit_uses')
    .innerJoin('orders', 'orders.id', 'deposit_uses.order_id')
    .select(['inv_id', 'due_tiyn'])
    .where('program_order_id', '=', programOrderId)
    .where('released_at', 'is', null)
    .where('orders.state', '=', 'paid')
    .where('due_tiyn', '>', 0)
    .executeTakeFirst()
  return row ? { invId: row.inv_id, dueTiyn: row.due_tiyn } : null
}

/** Paid programs of this person that no order holds, the oldest first. */
function unusedDeposits(db: Kysely<Tables>, proof: DepositProof) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.product', '=', 'subscription')
    .where('orders.state', '=', 'paid')
    .where('orders.test', '=', proof.test)
    .where((where) => belongToAccount(where, proof))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit_uses')
            .select('deposit_uses.order_id')
            .whereRef('deposit_uses.program_order_id', '=', 'orders.id')
            .where('deposit_uses.released_at', 'is', null),
        ),
      ),
    )
    .orderBy('orders.paid_at')
    .limit(1)
}
