import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext } from '../auth-context.ts'
import { countOf, countUp, subjectOf } from '../codes/attempt-counts.ts'
import { allowGuesses } from '../codes/guess-limits.ts'

/** From this many messages a day on, an address is written to more slowly. */
const usualMessages = 20
const slowdown = 10
/** So many messages a network gets at the usual pace even then, lest others use up the day of whoever owns the address. */
const neverSlow = 2

/** How often mails or texts may go to one address, whoever has it. Kept in the database, by hashes of addresses. */
export class Throttle {
  readonly #context: Pick<AuthContext, 'keys' | 'settings'>
  readonly #kind: 'mail' | 'text'
  readonly #pauseSeconds: number

  /** `pauseSeconds` lie between two messages to one address. */
  constructor(
    context: Pick<AuthContext, 'keys' | 'settings'>,
    { kind, pauseSeconds }: { kind: 'mail' | 'text'; pauseSeconds: number },
  ) {
    this.#context = context
    this.#kind = kind
    this.#pauseSeconds = pauseSeconds
  }

  /** By what an address is known here. */
  keyOf(address: string): string {
    return createHmac('sha256', this.#context.keys.pepper).update(`${this.#kind} ${address}`).digest('hex')
  }

  /**
   * Notes that an address is about to be written to, and answers null; or, when it was written to less than the pause ago
   * or too often, the seconds left. Nobody can use up another's share: how often one network may ask is its own count,
   * and what all of them did together only makes the pause longer for those who go on.
   */
  async take(db: Db, address: string, ip: string): Promise<number | null> {
    const context = this.#context
    const { max, seconds } = context.settings.rateLimits.codesPerAddress
    const subjects = [
      subjectOf(context, 'sent', address, addressGroup(ip)),
      subjectOf(context, 'sent', address),
    ]
    const [ofAsker, ofAll] = await countOf(db, subjects, seconds)
    if (ofAsker && ofAsker.count >= max) return ofAsker.secondsLeft
    const isSlow = (ofAll?.count ?? 0) >= usualMessages && (ofAsker?.count ?? 0) >= neverSlow
    const pauseSeconds = isSlow ? this.#pauseSeconds * slowdown : this.#pauseSeconds
    const left = await takePause(db, this.keyOf(address), pauseSeconds)
    if (left !== null) return left
    await countUp(db, subjects, seconds)
    await allowGuesses(context, db, address, ip)
    return null
  }

  /** Lets an address ask again at once, since nothing reached it. */
  async release(db: Db, address: string): Promise<void> {
    await db.deleteFrom('platform.mail_throttle').where('address_hash', '=', this.keyOf(address)).execute()
  }
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
