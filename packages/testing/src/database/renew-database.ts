import type { OpenDatabase } from '@app/platform/database/open-database'
import { type QueryExecutorProvider, sql } from 'kysely'

/** These have rows from the beginning, which nothing is supposed to change. */
const untouched = [
  'supabase_migrations.schema_migrations',
  'platform.migrations',
  'platform.secrets',
  'storage.buckets',
  'public.message_opt_out_key',
]
/** The queue's version is in one of these; the times beside it are cleared. */
const kept = [...untouched, 'pgboss.version']

/** These change when nothing did: tables grow and are counted. Of `pg_class` the rest is looked at by itself. */
const restless = ['pg_class', 'pg_statistic', 'pg_statistic_ext_data']

/**
 * Empties every table that has got rows, as if it had never had any: what deleted rows leave behind, and what is known of how
 * many there were, would have PostgreSQL look for the next ones in another way. Numbers begin anew, and so does the session:
 * its transaction, settings, role, locks, prepared statements, channels and temporary tables are gone.
 */
export function empty({ withSession }: Pick<OpenDatabase, 'withSession'>): Promise<void> {
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
          and relnamespace::regnamespace || '.' || relname not in (${kept.map((name) => `'${name}'`).join()});
        if filled is not null then
          execute 'truncate ' || filled || ' cascade';
        end if;
        delete from pg_statistic where starelid >= 16384;
        perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
        -- When the queue last did what it does now and then.
        update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null;
        perform pg_stat_reset();
      end
      $$`)
  })
}

/**
 * Everything that may be left behind in a database besides what is emptied. Of PostgreSQL's own tables, where a change of tables,
 * functions, rights, comments and settings shows, it tells how many rows there are, and the last transaction one of them is from.
 */
export async function describe(db: QueryExecutorProvider): Promise<string> {
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
      (select md5(string_agg(each::text, ' ')) from pgboss.version as each),
      (select md5(string_agg(concat_ws('/', oid, relname, relkind, relowner, relacl, relrowsecurity, reloptions), ' ' order by oid))
        from pg_class)) as all`.execute(db)
  return rows[0]?.all ?? ''
}
