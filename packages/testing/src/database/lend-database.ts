import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { givenDatabase as givenCopy } from '@app/platform/testing/given-database'
import type { DatabaseTemplate } from '@app/platform/testing/template'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'

export type LentDatabase = {
  database: OpenDatabase
  /** Ends what its borrower may do with it, and leaves it as new to whoever comes next. */
  giveBack: () => Promise<void>
}

type Kept = { database: OpenDatabase; asNew: string }

/** So many stay open in a worker: most files have one server at a time. */
const mostIdle = 2
const idle: Kept[] = []

/**
 * A PGlite with the product's tables and nothing in it: one that an earlier test of this process gave back, or else a new copy.
 * To open one takes as long as dozens of tests do, so they are emptied and lent again. One whose tables, rights or settings are
 * not as they were is closed instead.
 */
export async function lendDatabase(template: DatabaseTemplate): Promise<LentDatabase> {
  const lent = idle.pop() ?? (await openNew(template))
  const { database, asNew } = lent
  const loan = { isOver: false }
  const hearing: (() => Promise<void>)[] = []
  return {
    database: {
      ...database,
      db: database.db.withPlugin(refusesAfter(loan)),
      listen: async (channel, hear) => {
        const stop = await database.listen(channel, hear)
        hearing.push(stop)
        return stop
      },
      close: async () => {},
    },
    async giveBack() {
      loan.isOver = true
      const left = await Promise.all(hearing.map((stop) => stop()))
        .then(() => empty(database.db))
        .then(() => describe(database.db))
        // One that was lost on the way cannot be emptied.
        .catch(() => null)
      if (left === asNew && idle.length < mostIdle) idle.push(lent)
      else await database.close()
    },
  }
}

async function openNew(template: DatabaseTemplate): Promise<Kept> {
  const { settings } = await givenCopy(template)
  const database = await openDatabase(settings)
  await empty(database.db)
  return { database, asNew: await describe(database.db) }
}

/** What a server does after it was closed would be done to somebody else’s database. */
function refusesAfter(loan: { isOver: boolean }): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (loan.isOver) throw new Error('this database was given back')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** These have rows from the beginning; the queue knows by its own which jobs there are, as it does when a server starts again. */
const kept = [
  'supabase_migrations.schema_migrations',
  'platform.migrations',
  'platform.secrets',
  'storage.buckets',
  'public.message_opt_out_key',
  'pgboss.version',
  'pgboss.queue',
]

/**
 * Empties every table that has got rows, as if it had never had any: what deleted rows leave behind, and what is known of how
 * many there were, would have PostgreSQL look for the next ones in another way. Numbers begin anew.
 */
async function empty<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    do $$
    declare
      filled text;
    begin
      perform set_config('session_replication_role', 'replica', true);
      select string_agg(oid::regclass::text, ', ') into filled from pg_class
      where relkind = 'r' and oid >= 16384 and pg_relation_size(oid) > 0
        and relnamespace::regnamespace || '.' || relname not in (${sql.join(kept.map((name) => sql.lit(name)))});
      if filled is not null then
        execute 'truncate ' || filled || ' cascade';
      end if;
      delete from pg_statistic where starelid >= 16384;
      perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
      perform pg_stat_reset();
    end
    $$`.execute(db)
}

/** What a change of tables, functions, rights or settings shows in: so many rows, the last one from this transaction. */
const catalogs = [
  ...[
    'pg_attribute',
    'pg_auth_members',
    'pg_authid',
    'pg_constraint',
    'pg_db_role_setting',
    'pg_default_acl',
  ],
  ...['pg_index', 'pg_namespace', 'pg_policy', 'pg_proc', 'pg_trigger'],
]

/** Everything that tests may leave behind in a database besides the rows that are deleted. */
async function describe<Tables>(db: Kysely<Tables>): Promise<string> {
  const rowsOf = (name: string) =>
    sql`(select count(*) || '/' || max(xmin::text::bigint) from ${sql.id('pg_catalog', name)})`
  const { rows } = await sql<{ all: string }>`
    select concat_ws(' ',
      ${sql.join(catalogs.map(rowsOf))},
      -- Without sequences, and without what is counted of tables: both change by themselves.
      (select md5(string_agg(concat_ws('/', oid, relname, relkind, relowner, relacl, relrowsecurity, reloptions), ' ' order by oid))
        from pg_class where relkind <> 'S'),
      (select md5(string_agg(name || '=' || setting, ' ' order by name)) from pg_settings where source = 'session'),
      (select md5(string_agg(each::text, ' ' order by name)) from platform.secrets as each),
      (select md5(string_agg(each::text, ' ' order by id)) from storage.buckets as each),
      (select md5(string_agg(each::text, ' ')) from public.message_opt_out_key as each),
      (select count(*) from supabase_migrations.schema_migrations),
      (select count(*) from platform.migrations)) as all`.execute(db)
  return rows[0]?.all ?? ''
}
