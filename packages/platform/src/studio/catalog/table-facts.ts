import { sql } from 'kysely'

/** What the `pg_class` row `c` is. */
export const kind = sql`case c.relkind
  when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end`

/** What the rows of the `pg_class` row `c` take up, those of all its partitions; null where PostgreSQL keeps none of them itself. */
export const bytes = sql`case
  when c.relkind in ('r', 'm') then pg_table_size(c.oid)::float8
  when c.relkind = 'p' then (select coalesce(sum(pg_table_size(t.relid)), 0)::float8 from pg_partition_tree(c.oid) t) end`
