import type { DatabaseSession } from '../database/open-database.ts'

/** Where data lies, in the order of its copy. What hosted Supabase keeps elsewhere is its own business. */
export const dataSchemas = ['platform', 'supabase_migrations', 'auth', 'storage', 'public', 'pgboss'] as const

/**
 * None is anybody's data: the queue's library counts in the first, and knows by the second which tables it made. Uploads
 * under way have their bytes in no backup, and begin anew.
 */
const leftOut = ['pgboss.queue_stats', 'pgboss.version', 'platform.uploads', 'platform.upload_parts']

/** Sealed with the key file; of no use, and in the way of new ones, without it. */
export const secretsTable = 'platform.secrets'

export type Column = {
  name: string
  type: string
  /** What is read in its place. */
  read?: string | undefined
}
export type Table = {
  name: string
  columns: readonly Column[]
  /** Which rows are read; all without it. */
  rows?: string | undefined
}

/**
 * The tables that hold data, with the columns that can be written. A partitioned one stands for its partitions. Users come
 * before what else is known of them, for a place where they have to be there first.
 */
export async function listTables(
  session: DatabaseSession,
  schemas: readonly string[] = dataSchemas,
): Promise<Table[]> {
  const tables = await session.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
     group by n.nspname, c.relname
     order by array_position($1::text[], n.nspname::text), (n.nspname, c.relname) <> ('auth', 'users'), c.relname`,
    [schemas],
  )
  return tables.filter(({ name }) => !leftOut.includes(name))
}
