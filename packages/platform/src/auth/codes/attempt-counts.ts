import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { RateLimit } from '../../settings.ts'
import type { CodeRequester } from './code.ts'

/**
 * Counts of what was tried, kept in the database: they hold for every process and outlive a restart. Addresses that
 * nobody has are counted like all others, with the same statements, so no refusal tells who has an account.
 */

type PepperContext = { keys: Pick<KeyRing, 'pepper'> }

/** By what something is known among the counts. Keyed, because addresses are soon tried against a bare hash. */
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
  // In one order, so that two requests cannot wait for each other.
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

/** Takes one back of each, since what was tried was right. */
export async function decrementCounts(db: Db, subjects: readonly string[]): Promise<void> {
  // An update alone comes to its rows in any order; `incrementCounts` comes to them in this one.
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
