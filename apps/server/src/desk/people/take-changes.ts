import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** So many changes a transaction: whoever else changes one of their people waits no longer than these take. */
const atOnce = 50
/** A look waits for so many at most. The rest is read by the job, which comes every minute. */
const mostForALook = 500
/** Whoever deletes an account must never lose to this; then the changes stay, and are read the next time. */
const patience = '500ms'

/** Any number will do, as long as it is one. */
const turn = 6_100_261_123

/** Reads what has changed since, so that the desk shows it; answers whether anything is left. Never throws. */
export async function takeChanges(db: Kysely<Tables>, most = mostForALook): Promise<boolean> {
  for (let taken = 0; taken < most; taken += atOnce) {
    const count = await takeSome(db).catch(() => 0)
    if (count < atOnce) return false
  }
  return true
}

function takeSome(db: Kysely<Tables>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(trx)
    await sql`select pg_advisory_xact_lock(${turn}::bigint)`.execute(trx)
    const { rows } = await sql<{ count: number }>`select take_desk_changes(${atOnce}::int) as count`.execute(
      trx,
    )
    return rows[0]?.count ?? 0
  })
}
