import { createHash } from 'node:crypto'
import { webhookCallDays } from '@app/domain/retention/retention'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'

const provider = 'whatsapp'

/** A stored webhook call. `itemsDone` of its items are processed. */
export type StoredCall = { id: string | number; body: Buffer; itemsDone: number; hasFailed: boolean }

/** Stores a verified call and returns whether it was new. */
export async function recordCall(trx: Transaction<Tables>, body: Buffer): Promise<boolean> {
  const added = await trx
    .insertInto('message_calls')
    .values({ provider, body, body_sha256: createHash('sha256').update(body).digest('hex') })
    .onConflict((conflict) => conflict.columns(['provider', 'body_sha256']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Takes hold of the oldest call that has not been read to its end and that nobody holds; null when there is none. */
export async function lockNextCall(trx: Transaction<Tables>): Promise<StoredCall | null> {
  const row = await trx
    .selectFrom('message_calls')
    .select(['id', 'body', 'items_done', 'tries'])
    .where('read_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, body: Buffer.from(row.body), itemsDone: row.items_done, hasFailed: row.tries > 0 }
}

/** Saves the number of processed items; `readAt` is set after the last one. */
export async function saveItemsDone(
  db: Kysely<Tables>,
  call: StoredCall,
  { itemsDone, readAt }: { itemsDone: number; readAt: Date | null },
): Promise<void> {
  await db
    .updateTable('message_calls')
    .set({ items_done: itemsDone, read_at: readAt })
    .where('id', '=', call.id)
    .execute()
}

/** Deletes a call. */
export async function deleteCall(trx: Transaction<Tables>, { id }: StoredCall): Promise<void> {
  await trx.deleteFrom('message_calls').where('id', '=', id).execute()
}

/** A part of the call could not be kept: from now on it is read one fact at a time. */
export async function countCallTry(db: Kysely<Tables>, call: StoredCall): Promise<void> {
  await db.updateTable('message_calls').set({ tries: sql`tries + 1` }).where('id', '=', call.id).execute()
}

/** Forgets calls that the provider repeats no more: also those that nothing has read, while WhatsApp is off. */
export async function deleteOldCalls(db: Kysely<Tables>, now: Date, limit: number): Promise<void> {
  const before = new Date(now.getTime() - webhookCallDays * 86_400_000)
  await sql`
    delete from message_calls where id = any (array(
      select id from message_calls where received_at < ${before}
      order by received_at limit ${limit} for update skip locked))`.execute(db)
}
