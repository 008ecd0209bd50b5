import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import type { TableEntry } from '../wire.ts'
import { bytes, kind } from './table-facts.ts'

/** The tables and views of some schemas, by name. */
export async function readTables(db: Db, schemas: readonly string[]): Promise<TableEntry[]> {
  const { rows } = await sql<TableEntry>`
    select n.nspname as schema, c.relname as name,
      ${kind} as kind,
      c.relrowsecurity as "rowSecurity",
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
      ${bytes} as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    order by n.nspname, c.relname`.execute(db)
  return rows
}
