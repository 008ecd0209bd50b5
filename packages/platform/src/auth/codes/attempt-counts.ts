import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { RateLimit } from '../../settings.ts'
import type { CodeRequester } from './code.ts'

/**
 * Attempt counts in the database, shared by all processes. Unknown addresses are counted with the
 * same statements, so that a refusal reveals no account.
 */

type PepperContext = { keys: Pick<KeyRing, 'pepper'> }

/**
 * Returns the key of a counter. It is an HMAC, because plain hashes of addresses are easy to guess.
 */
export function counterKey({ keys }: PepperContext, ...parts: readonly string[]): string {
  return createHmac('sha256', keys.pepper)
    .update(`count ${parts.join('\n')}`)
    .digest('hex')
}

/**
 * Returns the keys of an address's counts: codes asked for by a network or a known device, and
 * guesses from there.
 */
export function codeCounterKeys(context: PepperContext, address: string, asker: CodeRequester) {
  return {
    asked: counterKey(context, 'asked', address, asker.name),
    guessed: counterKey(context, 'guess', address, asker.name),
  }
}

/** Counts one more of each, and answers how many there are within the window now, in the order given. */
export async function incrementCounts(
  db: Db,
  subjects: readonly string[],
  seconds: number,
): Promise<number[]> {
  // Sorted, so that concurrent requests cannot deadlock.
  const values = sql.join(subjects.toSorted().map((subject) => sql`(${subject}, 1, clock_timestamp())`))
  const { rows } = await sql<{ subject: string; count: number }>`
    with forgotten as (
      delete from auth.attempt_counts where subject in (
        select subject from auth.attempt_counts where since < now() - interval '2 days'
        limit 100 for update skip locked)
    )
    insert into auth.attempt_counts as known (subject, count, since) values ${values}
    on conflict (subject) do update set
      count = case when known.since <= excluded.since - make_interval(secs => ${seconds}) then 1 else known.count + 1 end,
      since = case when known.since <= excluded.since - make_interval(secs => ${seconds}) then excluded.since else known.since end
    returning subject, count`.execute(db)
  return subjects.map((wanted) => rows.find(({ subject }) => subject === wanted)?.count ?? 0)
}

/** Decrements the counts after a correct attempt. */
export async function decrementCounts(db: Db, subjects: readonly string[]): Promise<void> {
  // A plain update has no row order; `incrementCounts` locks in this order.
  await sql`
    with held as (
      select subject from auth.attempt_counts where subject in (${sql.join(subjects)})
      order by subject collate "C" for update
    )
    update auth.attempt_counts as known set count = greatest(known.count - 1, 0)
    from held where known.subject = held.subject`.execute(db)
}

/** Counts one more and answers whether the limit allows it. */
export async function countAgainstLimit(
  db: Db,
  subject: string,
  { max, seconds }: RateLimit,
): Promise<boolean> {
  const [count = 0] = await incrementCounts(db, [subject], seconds)
  return count <= max
}
