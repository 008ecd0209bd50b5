import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import type { PaymentEventRow } from './payment-tables.ts'

/** A provider's call exactly as it came. */
export type PaymentCall = {
  provider: string
  operation: PaymentEventRow['operation']
  method: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The verdict on a call. */
export type CallVerdict = { verdict: string; invId: number | null; orderId: string | null }

/** The number of stored forged calls. */
const maxStoredForgeries = 1_000

/**
 * Records a call that the provider signed, each as it came; the same one word for word again is
 * counted on its first row. Answers whether it is the first.
 */
export async function recordAuthenticCall(
  trx: Transaction<Tables>,
  call: PaymentCall,
  { verdict, invId, orderId }: CallVerdict,
): Promise<boolean> {
  const { repeats } = await trx
    .insertInto('payment_events')
    .values({ ...toColumns(call), verdict, inv_id: invId, order_id: orderId, authentic: true })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'inv_id', 'operation', 'verdict', 'body_sha256'])
        .where('authentic', '=', true)
        .doUpdateSet({ repeats: sql`payment_events.repeats + 1`, repeated_at: sql`now()` }),
    )
    .returning('repeats')
    .executeTakeFirstOrThrow()
  return repeats === 0
}

/** Records a call that anybody could have made, and forgets the oldest of those beyond the newest thousand. */
export async function recordForgedCall(
  db: Kysely<Tables>,
  call: PaymentCall,
  verdict: string,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({ ...toColumns(call), verdict, inv_id: null, order_id: null, authentic: false })
    .execute()
  await db
    .deleteFrom('payment_events')
    .where('authentic', '=', false)
    .where(
      'id',
      '<=',
      db
        .selectFrom('payment_events')
        .select('id')
        .where('authentic', '=', false)
        .orderBy('id', 'desc')
        .offset(maxStoredForgeries)
        .limit(1),
    )
    .execute()
}

/** PostgreSQL cannot store NUL, so it is escaped. */
function toColumns({ headers, body, ...call }: PaymentCall) {
  return {
    ...call,
    headers: JSON.stringify(headers),
    body: body.replaceAll('\u0000', '\\0'),
    body_sha256: createHash('sha256').update(body).digest('hex'),
  }
}
