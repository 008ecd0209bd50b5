import type { DatabaseSession } from '../database/database.ts'

/** The schemas that are copied first, in this order, because others refer to them. */
const firstSchemas = ['platform', 'supabase_migrations', 'auth', 'storage', 'public', 'pgboss']

/** Schemas without data, with the reason. */
const schemasLeftOut: Readonly<Record<string, string>> = {
  realtime: 'messages on their way: whoever hears them is connected here, and hears them nowhere else',
}

/** Tables without data, with the reason. */
const tablesLeftOut: Readonly<Record<string, string>> = {
  'pgboss.queue_stats': 'what the queue’s library counts by itself',
  'pgboss.version': 'by it that library knows which tables it has made',
  'platform.unsaved_objects': 'keys of bytes that are in no backup, since no object has them',
  'platform.decoys':
    'what is done for addresses without an account, for a day, so that the time does not tell',
  'platform.decoy_codes': 'codes of those, which nobody can use',
  'platform.decoy_flows': 'flows of those codes',
}

/** Sealed with the key file; of no use, and in the way of new ones, without it. */
export const secretsTable = 'platform.secrets'

type Column = {
  name: string
  type: string
  /** The expression that is read instead. */
  read?: string | undefined
}
export type Table = {
  name: string
  columns: readonly Column[]
  /** The condition for the read rows; all without it. */
  rows?: string | undefined
}

/** The schemas of everything that there is, but for the system's, extensions' and those that are left out. */
export async function listSchemas(session: DatabaseSession): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
    `select nspname as name from pg_namespace n
     where nspname !~ '^pg_' and nspname <> 'information_schema' and nspname <> all ($1)
       and not exists (${madeByExtension('pg_namespace', 'n.oid')})
     order by array_position($2::text[], nspname::text), nspname`,
    [Object.keys(schemasLeftOut), firstSchemas],
  )
  return rows.map(({ name }) => name)
}

/**
 * Lists the tables with data and their writable columns. Users come first. Without `schemas` all
 * are listed.
 */
export async function listTables(session: DatabaseSession, schemas?: readonly string[]): Promise<Table[]> {
  const all = schemas ?? (await listSchemas(session))
  const tables = await session.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and not exists (${madeByExtension('pg_class', 'c.oid')})
     group by n.nspname, c.relname
     order by array_position($1::text[], n.nspname::text), (n.nspname, c.relname) <> ('auth', 'users'), c.relname`,
    [all],
  )
  return tables.filter(({ name }) => !(name in tablesLeftOut))
}

function madeByExtension(catalog: string, oid: string): string {
  return `select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e'`
}
