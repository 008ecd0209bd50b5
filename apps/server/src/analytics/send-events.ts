import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { EventGateway } from './event-gateway.ts'

const batchSize = 200

/**
 * Sends all queued events, oldest first, and deletes the accepted ones. Concurrent runs may send an
 * event twice under the same id, which counts once. Throws when the provider fails. When analytics
 * is off, events are only deleted.
 */
export async function sendEvents(db: Kysely<Tables>, gateway: EventGateway): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('analytics_events')
      .selectAll()
      .orderBy('created_at')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return

    if (gateway.isOn) {
      await gateway.send(
        rows.map((row) => ({
          id: row.id,
          name: row.name,
          distinctId: row.distinct_id,
          isUser: row.is_user,
          at: row.occurred_at,
          properties: row.properties as Record<string, unknown>,
        })),
      )
    }
    const sent = rows.map(({ id }) => id)
    await db.deleteFrom('analytics_events').where('id', 'in', sent).execute()
  }
}
