import { isTransient } from '@app/platform/http/postgres-error'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** The batch size of a transaction, which other writers have to wait for. */
const changesPerTransaction = 10
/** The maximum for a page request; the job applies the rest every minute. */
const maxChangesPerView = 500
/** The maximum time for a page request, because stale data beats a slow page. */
const viewTimeoutMs = 2_000
/** Short, so that a deletion of an account never waits for this. */
const lockTimeout = '500ms'

/** Applies pending changes before a page is read. Never throws, because the job reports errors. */
export async function refreshDesk(db: Kysely<Tables>): Promise<void> {
  await applyDeskChanges(db, maxChangesPerView, viewTimeoutMs).catch(() => undefined)
}

/**
 * Applies at most `max` changes, and starts no batch after `timeoutMs`. A change that fails moves
 * to the end, so that it blocks no others, and its error is thrown at the end.
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
