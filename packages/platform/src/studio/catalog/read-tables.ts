import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'

/** A table or view that rest/v1 exposes. `bytes` is what its rows take up. */
export type TableEntry = {
  schema: string
  name: string
  kind: 'table' | 'view' | 'materialized view' | 'foreign table'
  rowSecurity: boolean
  policies: number
  bytes: number
}

/** The tables and views of some schemas, by name. */
export async function readTables(db: Db, schemas: readonly string[]): Promise<TableEntry[]> {
  const { rows } = await sql<TableEntry>`
    select n.nspname as schema, c.relname as name,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
      c.relrowsecurity as "rowSecurity",
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
      (select coalesce(sum(pg_table_size(t.relid)), 0)::float8 from pg_partition_tree(c.oid) t where c.relkind = 'p')
        + case when c.relkind in ('r', 'm') then pg_table_size(c.oid) else 0 end as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    order by n.nspname, c.relname`.execute(db)
  return rows
}
