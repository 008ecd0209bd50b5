import { sql } from 'kysely'
import type { Db } from './auth-context.ts'

/**
 * Notes that an address is about to be written to, and answers null; or, when it was written to less than the pause
 * ago, the seconds left. One statement, so that two requests at once cannot both go through.
 */
export async function takeTurn(db: Db, addressHash: string, pauseSeconds: number): Promise<number | null> {
  const taken = await sql<{ sent_at: Date }>`
    with forgotten as (
      delete from platform.mail_throttle where address_hash in (
        select address_hash from platform.mail_throttle where sent_at < now() - interval '1 day'
        limit 100 for update skip locked)
    )
    insert into platform.mail_throttle as throttle (address_hash, sent_at) values (${addressHash}, clock_timestamp())
    on conflict (address_hash) do update set sent_at = excluded.sent_at
      where throttle.sent_at <= excluded.sent_at - make_interval(secs => ${pauseSeconds})
    returning sent_at`.execute(db)
  if (taken.rows.length > 0) return null

  const row = await db
    .selectFrom('platform.mail_throttle')
    .select('sent_at')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  const leftMs = (row?.sent_at.getTime() ?? 0) + pauseSeconds * 1000 - Date.now()
  return Math.max(1, Math.ceil(leftMs / 1000))
}

/** Lets an address ask again at once, since nothing reached it. */
export async function giveTurnBack(db: Db, addressHash: string): Promise<void> {
  await db.deleteFrom('platform.mail_throttle').where('address_hash', '=', addressHash).execute()
}
