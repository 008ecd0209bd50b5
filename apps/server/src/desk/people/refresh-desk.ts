import { isTransient } from '@app/platform/http/postgres-error'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** So many changes a transaction: whoever else changes one of their people waits no longer than these take. */
const changesPerTransaction = 10
/** A look waits for so many at most. The rest is read by the job, which comes every minute. */
const maxChangesPerView = 500
/** And so long, however slow the machine: who looks would rather see what was read already. */
const viewTimeoutMs = 2_000
/** Whoever deletes an account must never lose to this; then the changes stay, and are read the next time. */
const lockTimeout = '500ms'

/** Reads what has changed since, so that the desk shows it. Never throws: what cannot be read keeps nobody from looking, and the job says so. */
export async function refreshDesk(db: Kysely<Tables>): Promise<void> {
  await applyDeskChanges(db, maxChangesPerView, viewTimeoutMs).catch(() => undefined)
}

/**
 * Reads so many changes at most, going on with more of them only until `timeoutMs` have passed, and leaves them for the next time
 * where the database is away or others hold their people. One that cannot be read goes behind the others, so that it holds up
 * none, and its error is thrown at the end.
 */
export async function applyDeskChanges(
  db: Kysely<Tables>,
  max: number,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const startedAt = performance.now()
  for (let taken = 0; taken < max; taken += changesPerTransaction) {
    if (taken > 0 && performance.now() - startedAt >= timeoutMs) return
    try {
      // Reading one may note others, who go by the same number: they are read, too.
      if ((await applyChanges(db, changesPerTransaction)) === 0) return
    } catch (error) {
      if (isTransient(error)) return
      await applyChangesOneByOne(db)
      throw error
    }
  }
}

async function applyChangesOneByOne(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select from desk_changes limit ${changesPerTransaction}`.execute(db)
  for (const _each of rows) {
    try {
      await applyChanges(db, 1)
    } catch (error) {
      if (isTransient(error)) return
      await moveFirstChangeToEnd(db)
    }
  }
}

function applyChanges(db: Kysely<Tables>, max: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
    await sql`select pg_advisory_xact_lock(hashtext('desk changes'))`.execute(trx)
    const { rows } = await sql<{ count: number }>`select take_desk_changes(${max}::int) as count`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

async function moveFirstChangeToEnd(db: Kysely<Tables>): Promise<void> {
  await sql`
    with first as (
      delete from desk_changes where id = (select min(id) from desk_changes) returning kind, ref)
    insert into desk_changes (kind, ref) select kind, ref from first`.execute(db)
}
