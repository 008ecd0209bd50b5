import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { runKept } from '../../database/hints.ts'
import type { Db } from '../../database/trx.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext } from '../auth-context.ts'
import { subjectOf } from '../codes/attempt-counts.ts'
import { subjectsOfCode } from '../codes/guess-limits.ts'

/** From this many messages a day on, an address is written to more slowly. */
const usualMessages = 20
const slowdown = 10
/** So many messages a network gets at the usual pace even then, lest others use up the day of whoever owns the address. */
const neverSlow = 2

type Told = { is_taken: boolean; seconds_left: number | null }

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
   * and what all of them did together only makes the pause longer for those who go on. Whoever asks starts with a fresh
   * number of guesses at the code.
   *
   * One statement, so that two requests at once cannot both go through.
   */
  async take(db: Db, address: string, ip: string): Promise<number | null> {
    const context = this.#context
    const { max, seconds } = context.settings.rateLimits.codesPerAddress
    const ofAsker = subjectOf(context, 'sent', address, addressGroup(ip))
    const ofAll = subjectOf(context, 'sent', address)
    const { asked, guessed } = subjectsOfCode(context, address, ip)
    // In one order, so that two requests cannot wait for each other.
    const counted = sql.join([ofAsker, ofAll, asked].toSorted().map((subject) => sql`(${subject}::text)`))
    const window = sql`make_interval(secs => ${seconds}::float8)`
    const startsAnew = sql`(known.subject = ${asked} or known.since <= excluded.since - ${window})`
    const taking = sql<Told>`
      with told as (
        select
          coalesce(max(count) filter (where subject = ${ofAsker}), 0) as of_asker,
          coalesce(max(count) filter (where subject = ${ofAll}), 0) as of_all,
          max(since) filter (where subject = ${ofAsker}) as since
        from auth.attempt_counts
        where subject in (${ofAsker}, ${ofAll}) and since > now() - ${window}
      ), rule as (
        select of_asker >= ${max}::integer as is_over, since, ${this.#pauseSeconds}::float8
          * case when of_all >= ${usualMessages}::integer and of_asker >= ${neverSlow}::integer
              then ${slowdown}::integer else 1 end as pause
        from told
      ), taken as (
        insert into platform.mail_throttle as throttle (address_hash, sent_at)
        select ${this.keyOf(address)}, clock_timestamp() from rule where not is_over
        on conflict (address_hash) do update set sent_at = excluded.sent_at
          where throttle.sent_at <= excluded.sent_at - make_interval(secs => (select pause from rule))
        returning 1
      ), counted as (
        insert into auth.attempt_counts as known (subject, count, since)
        select subject, 1, clock_timestamp() from (values ${counted}) as one (subject)
        where exists (select from taken)
        on conflict (subject) do update set
          count = case when ${startsAnew} then 1 else known.count + 1 end,
          since = case when ${startsAnew} then excluded.since else known.since end
      ), fresh as (
        delete from auth.attempt_counts where subject = ${guessed} and exists (select from taken)
      ), forgotten_counts as (
        delete from auth.attempt_counts where subject in (
          select subject from auth.attempt_counts where since < now() - interval '2 days'
          limit 100 for update skip locked)
      ), forgotten as (
        delete from platform.mail_throttle where address_hash in (
          select address_hash from platform.mail_throttle where sent_at < now() - interval '1 day'
          limit 100 for update skip locked)
      )
      select exists (select from taken) as is_taken, ceil(extract(epoch from case
        when is_over then since + ${window} - now()
        else coalesce((select sent_at from platform.mail_throttle where address_hash = ${this.keyOf(address)}), now())
          + make_interval(secs => pause) - now()
      end))::integer as seconds_left
      from rule`
    const [answer] = await runKept(db, taking)
    return answer?.is_taken ? null : Math.max(1, answer?.seconds_left ?? 1)
  }

  /** Lets an address ask again at once, since nothing reached it. */
  async release(db: Db, address: string): Promise<void> {
    await db.deleteFrom('platform.mail_throttle').where('address_hash', '=', this.keyOf(address)).execute()
  }
}
