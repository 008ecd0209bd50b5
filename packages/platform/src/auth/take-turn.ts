import { sql } from 'kysely'
import type { Db } from '../database/trx.ts'
import { addressGroup } from '../limits/limit-addresses.ts'
import { countOf, countUp, subjectOf } from './attempts.ts'
import type { AuthContext } from './auth-context.ts'
import { allowGuesses } from './guess-limits.ts'

export type TurnLimits = Pick<AuthContext, 'keys' | 'settings'>

/** Who asks that an address be written to, and how long the pause between two messages is. */
type Asking = { address: string; turn: string; ip: string; pauseSeconds: number }

/** From this many messages a day on, an address is written to more slowly. */
const usualMessages = 20
const slowdown = 10
/** So many messages a network gets at the usual pace even then, lest others use up the day of whoever owns the address. */
const neverSlow = 2

/**
 * Notes that an address is about to be written to, and answers null; or, when it was written to less than the pause ago
 * or too often, the seconds left. Nobody can use up another's share: how often one network may ask is its own count,
 * and what all of them did together only makes the pause longer for those who go on.
 */
export async function takeTurn(
  limits: TurnLimits,
  db: Db,
  { address, turn, ip, pauseSeconds }: Asking,
): Promise<number | null> {
  const { max, seconds } = limits.settings.rateLimits.codesPerAddress
  const subjects = [subjectOf(limits, 'sent', address, addressGroup(ip)), subjectOf(limits, 'sent', address)]
  const [ofAsker, ofAll] = await countOf(db, subjects, seconds)
  if (ofAsker && ofAsker.count >= max) return ofAsker.secondsLeft
  const isSlow = (ofAll?.count ?? 0) >= usualMessages && (ofAsker?.count ?? 0) >= neverSlow
  const left = await takePause(db, turn, isSlow ? pauseSeconds * slowdown : pauseSeconds)
  if (left !== null) return left
  await countUp(db, subjects, seconds)
  await allowGuesses(limits, db, address, ip)
  return null
}

/** One statement, so that two requests at once cannot both go through. */
async function takePause(db: Db, addressHash: string, pauseSeconds: number): Promise<number | null> {
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
