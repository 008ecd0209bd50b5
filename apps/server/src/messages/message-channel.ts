import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

const provider = 'whatsapp'

/** Returns the end of the channel's pause; null without one. */
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

/** Notes what the owner has to see to: a template that is refused, or a message that was given up. */
export async function recordTrouble(
  trx: Transaction<Tables>,
  trouble: 'template_refused_at' | 'undelivered_at',
  now: Date,
): Promise<void> {
  await trx
    .insertInto('message_channels')
    .values({ provider, [trouble]: now })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ [trouble]: now }))
    .execute()
}
