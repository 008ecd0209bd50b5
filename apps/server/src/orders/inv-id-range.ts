import { StartRefused } from '@app/platform/database/start-refused'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { InvIdRange } from '../config/payments.ts'

/**
 * Keeps the sequence of order numbers inside this environment's range: numbers go on where they stood, or begin where
 * the range does. Safe when several processes start at once. Throws when every number of the range is used.
 */
export async function keepInvIdsInRange<Tables>(db: Kysely<Tables>, { from, to }: InvIdRange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('orders_inv_id_seq'))`.execute(trx)
    if (await isKept(trx, { from, to })) return

    // Changes nothing, and keeps everybody else from taking a number until this transaction ends.
    await sql`alter sequence public.orders_inv_id_seq no cycle`.execute(trx)
    const next = await nextNumber(trx, { from, to })
    if (next > to) throw new StartRefused(`PAYMENTS_INV_ID_TO: every order number up to ${to} is used`)
    await sql`alter sequence public.orders_inv_id_seq minvalue ${sql.lit(from)} maxvalue ${sql.lit(to)}
      start ${sql.lit(from)} restart ${sql.lit(next)}`.execute(trx)
  })
}

async function isKept<Tables>(trx: Transaction<Tables>, { from, to }: InvIdRange): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select min_value = ${from} and max_value = ${to} and start_value = ${from} as kept
    from pg_sequences where schemaname = 'public' and sequencename = 'orders_inv_id_seq'`.execute(trx)
  return rows[0]?.kept ?? false
}

/** Behind every number of the range that an order has, or that was taken and not kept. */
async function nextNumber<Tables>(trx: Transaction<Tables>, { from, to }: InvIdRange): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select greatest(
      ${from}::float8,
      (select max(inv_id) + 1.0 from public.orders where inv_id between ${from} and ${to}),
      case when last_value between ${from} and ${to} then last_value + case when is_called then 1.0 else 0.0 end end
    )::float8 as next
    from public.orders_inv_id_seq`.execute(trx)
  return rows[0]?.next ?? from
}
