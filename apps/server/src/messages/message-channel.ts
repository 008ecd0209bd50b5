import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { AlertReason } from './message-tables.ts'

const provider = 'whatsapp'

/** Until when nothing may be sent; null when the way is free. */
export async function findPause(db: Kysely<Tables>, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('message_channels')
    .select('paused_until')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.paused_until && row.paused_until > now ? row.paused_until : null
}

/** Holds every message back until then. The next one after that finds out whether the trouble is over. */
export async function pauseChannel(
  trx: Transaction<Tables>,
  until: Date,
  code: number | null,
): Promise<void> {
  await trx
    .insertInto('message_channels')
    .values({ provider, paused_until: until, pause_code: code })
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({ paused_until: until, pause_code: code }),
    )
    .execute()
}

/** Asks for the owner's attention. Trouble with the account outweighs what else may be waiting to be said. */
export async function requestAlert(trx: Transaction<Tables>, reason: AlertReason): Promise<void> {
  await trx
    .insertInto('message_channels')
    .values({ provider, alert_reason: reason })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ alert_reason: reason })
        .where(({ eb, or }) =>
          or([
            eb('message_channels.alert_reason', 'is', null),
            eb('message_channels.alert_reason', '<>', 'account'),
          ]),
        ),
    )
    .execute()
}

/** At most one mail in this time, however much goes wrong. */
export const alertIntervalMs = 3_600_000

/** Takes what the owner should be told now; null when there is nothing, or the last mail is too fresh. */
export async function takeAlert(trx: Transaction<Tables>, now: Date): Promise<AlertReason | null> {
  const row = await trx
    .selectFrom('message_channels')
    .select(['alert_reason', 'alerted_at'])
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.alert_reason) return null
  if (row.alerted_at && now.getTime() - row.alerted_at.getTime() < alertIntervalMs) return null
  await trx
    .updateTable('message_channels')
    .set({ alert_reason: null, alerted_at: now })
    .where('provider', '=', provider)
    .execute()
  return row.alert_reason
}
