import { type Kysely, sql } from 'kysely'
import { runInBackground } from '../run-in-background.ts'

type DueTable = { name: string; wantsVacuum: boolean }

/**
 * Vacuums and analyzes tables as autovacuum would, because PGlite has none. It takes one turn a
 * table, in the background. Returns the names of the tables.
 */
export async function runAutovacuum<Tables>(db: Kysely<Tables>): Promise<string[]> {
  return runInBackground(async () => {
    // Flushed first, or changes of the last second would be counted after this run.
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const due = await listDueTables(db)
    for (const { name, wantsVacuum } of due) {
      await sql`${sql.raw(wantsVacuum ? 'vacuum (analyze)' : 'analyze')} ${sql.raw(name)}`.execute(db)
    }
    return due.map(({ name }) => name)
  })
}

/**
 * Lists the tables that exceed autovacuum's own thresholds, or were never analyzed (`reltuples` is
 * -1), because a crash loses the counts.
 */
async function listDueTables<Tables>(db: Kysely<Tables>): Promise<DueTable[]> {
  const { rows } = await sql<DueTable>`
    select format('%I.%I', counted.schemaname, counted.relname) as name,
      counted.n_dead_tup > 50 + 0.2 * known or counted.n_ins_since_vacuum > 1000 + 0.2 * known as "wantsVacuum"
    from pg_stat_all_tables counted
    join pg_class on pg_class.oid = counted.relid,
      lateral (select greatest(pg_class.reltuples, 0) as known) as rows
    where counted.schemaname not in ('pg_toast', 'information_schema') and relkind = 'r' and relpersistence = 'p' and (
      counted.n_mod_since_analyze > 50 + 0.1 * known
      or counted.n_dead_tup > 50 + 0.2 * known
      or counted.n_ins_since_vacuum > 1000 + 0.2 * known
      or (reltuples < 0 and pg_relation_size(pg_class.oid) > 8192))
    order by name`.execute(db)
  return rows
}
