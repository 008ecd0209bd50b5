import { type QueryExecutorProvider, sql } from 'kysely'
import type { OpenDatabase } from '../src/database/open-database.ts'

/** What a database that is lent has from the beginning. */
export type FirstContents = {
  /** These tables have rows, which nothing is supposed to change. */
  untouched: readonly string[]
  /** A statement that takes back what may change in them all the same. */
  restore: string
}

/** These change when nothing did: tables grow and are counted. Of `pg_class` the rest is looked at by itself. */
const restless = ['pg_class', 'pg_statistic', 'pg_statistic_ext_data']

/**
 * Empties every table that has got rows, as if it had never had any: what deleted rows leave behind, and what is known of how
 * many there were, would have PostgreSQL look for the next ones in another way. Numbers begin anew, and so does the session:
 * its transaction, settings, role, locks, prepared statements, channels and temporary tables are gone.
 */
export function empty(
  { withSession }: Pick<OpenDatabase, 'withSession'>,
  { untouched, restore }: FirstContents,
): Promise<void> {
  return withSession(async ({ script }) => {
    await script('rollback')
    await script('discard all')
    await script(`
      do $$
      declare
        filled text;
      begin
        perform set_config('session_replication_role', 'replica', true);
        select string_agg(oid::regclass::text, ', ') into filled from pg_class
        where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0
          and relnamespace::regnamespace || '.' || relname not in (${untouched.map((name) => `'${name}'`).join()});
        if filled is not null then
          execute 'truncate ' || filled || ' cascade';
        end if;
        delete from pg_statistic where starelid >= 16384;
        perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
        ${restore};
        perform pg_stat_reset();
      end
      $$`)
  })
}

/**
 * Everything that may be left behind in a database besides what is emptied. Of PostgreSQL's own tables, where a change of tables,
 * functions, rights, comments and settings shows, it tells how many rows there are, and the last transaction one of them is from.
 */
export async function describe(
  db: QueryExecutorProvider,
  { untouched }: Pick<FirstContents, 'untouched'>,
): Promise<string> {
  const { rows: catalogs } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and relname not in (${sql.join(restless)})
    order by relname`.execute(db)
  const ofCatalogs = catalogs.map(
    ({ name }) => sql`(select count(*) || '/' || max(xmin::text::bigint) from ${sql.id('pg_catalog', name)})`,
  )
  const ofUntouched = untouched.map(
    (name) =>
      sql`(select md5(string_agg(each::text, ' ' order by each::text)) from ${sql.table(name)} as each)`,
  )
  const { rows } = await sql<{ all: string }>`
    select concat_ws(' ', ${sql.join([...ofCatalogs, ...ofUntouched])},
      (select md5(string_agg(concat_ws('/', oid, relname, relkind, relowner, relacl, relrowsecurity, reloptions), ' ' order by oid))
        from pg_class)) as all`.execute(db)
  return rows[0]?.all ?? ''
}
