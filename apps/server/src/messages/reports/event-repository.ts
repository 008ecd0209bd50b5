import { addressDigestDays, deliveryReportDays, inboundMessageDays } from '@app/domain/retention/retention'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { deleteOldCalls } from './call-repository.ts'
import { type MessageEvent, messageEventSchema } from './webhook-events.ts'

const provider = 'whatsapp'

/** A bad event must not be looked at forever. */
const maxTries = 10

/** Stores reported events and returns the number of new ones. */
export async function recordEvents(
  trx: Transaction<Tables>,
  events: readonly MessageEvent[],
): Promise<number> {
  // A call may repeat an event, which one statement may not insert twice.
  const byKey = new Map(events.map((event) => [event.key, event]))
  if (byKey.size === 0) return 0
  const added = await trx
    .insertInto('message_events')
    .values(
      [...byKey.values()].map(({ key, payload }) => ({
        provider,
        event_key: key,
        payload: JSON.stringify(payload),
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .returning('id')
    .execute()
  return added.length
}

export type StoredEvent = { id: string | number; payload: MessageEvent['payload'] }

/** Takes hold of the oldest event that nobody has handled or holds; null when there is none. */
export async function lockNextEvent(trx: Transaction<Tables>): Promise<StoredEvent | null> {
  const row = await trx
    .selectFrom('message_events')
    .select(['id', 'payload'])
    .where('handled_at', 'is', null)
    .where('tries', '<', maxTries)
    .orderBy('tries')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { id: row.id, payload: messageEventSchema.parse(row.payload) } : null
}

/** The event is done with. What people wrote stays with their messages alone. */
export async function saveHandled(trx: Transaction<Tables>, event: StoredEvent, now: Date): Promise<void> {
  await trx
    .updateTable('message_events')
    .set({
      handled_at: now,
      ...('text' in event.payload && { payload: JSON.stringify({ ...event.payload, text: null }) }),
    })
    .where('id', '=', event.id)
    .execute()
}

/** The event could not be handled; others go first next time. */
export async function countTry(db: Kysely<Tables>, eventId: string | number): Promise<void> {
  await db.updateTable('message_events').set({ tries: sql`tries + 1` }).where('id', '=', eventId).execute()
}

/** The maximum of deleted rows in one run; the next run follows in a minute. */
const deletedPerRun = 5_000

/** Forgets calls, events, inbound messages and where checklists were asked for, once nobody needs them any more. */
export async function deleteOldEvents(db: Kysely<Tables>, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await deleteOldCalls(db, now, deletedPerRun)
  await db
    .updateTable('messages')
    .set({ asked_from: null })
    .where('asked_from', 'is not', null)
    .where('created_at', '<', daysAgo(addressDigestDays))
    .execute()
  await db.deleteFrom('erased_checklists').where('created_at', '<', daysAgo(addressDigestDays)).execute()
  for (const [table, days] of [
    ['message_events', deliveryReportDays],
    ['inbound_messages', inboundMessageDays],
  ] as const) {
    await sql`
      delete from ${sql.table(table)} where id = any (array(
        select id from ${sql.table(table)} where received_at < ${daysAgo(days)}
        order by received_at limit ${deletedPerRun} for update skip locked))`.execute(db)
  }
}
