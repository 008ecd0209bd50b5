import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'

/** The foreign keys in PostgreSQL's catalogues, by object ids. */
export type Keys = {
  relations: readonly Relation[]
  foreignKeys: readonly ForeignKey[]
  views: readonly { id: number; tree: string }[]
  computed: readonly Computed[]
}
export type Relation = {
  id: number
  schema: string
  name: string
  isView: boolean
  columns: Readonly<Record<string, string>>
  primaryKey: readonly number[]
}
export type ForeignKey = {
  name: string
  table: number
  columns: readonly number[]
  other: number
  otherColumns: readonly number[]
  /** True when each referenced row has at most one referrer. */
  isUnique: boolean
}
/** A function from a row of one table to rows, or one row, of another. */
export type Computed = { schema: string; name: string; table: number; other: number; isSingle: boolean }

/** Reads the keys of all tables, those that only show through views among them. */
export async function readKeys(db: Kysely<PlatformTables>): Promise<Keys> {
  const { rows } = await sql<Keys>`
    with relations as (
      select c.oid, c.relname, n.nspname, c.relkind, c.reltype
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)')
    select
      (select coalesce(json_agg(json_build_object(
        'id', r.oid::int8, 'schema', r.nspname, 'name', r.relname, 'isView', r.relkind in ('v', 'm'),
        'columns', (
          select coalesce(json_object_agg(a.attnum, a.attname), '{}') from pg_attribute a
          where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped),
        'primaryKey', coalesce(
          (select to_json(k.conkey) from pg_constraint k where k.conrelid = r.oid and k.contype = 'p'), '[]')
      )), '[]') from relations r) as relations,
      (select coalesce(json_agg(json_build_object(
        'name', k.conname, 'table', k.conrelid::int8, 'columns', k.conkey, 'other', k.confrelid::int8,
        'otherColumns', k.confkey, 'isUnique', exists (
          select from pg_constraint u
          where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey)
      )), '[]') from pg_constraint k where k.contype = 'f' and k.conparentid = 0) as "foreignKeys",
      (select coalesce(json_agg(json_build_object('id', r.oid::int8, 'tree', w.ev_action)), '[]')
        from relations r join pg_rewrite w on w.ev_class = r.oid
        where r.relkind in ('v', 'm') and w.rulename = '_RETURN') as views,
      (select coalesce(json_agg(json_build_object(
        'schema', n.nspname, 'name', p.proname, 'table', taken.oid::int8, 'other', given.oid::int8,
        'isSingle', not p.proretset or p.prorows = 1)), '[]')
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          join relations taken on taken.reltype = p.proargtypes[0]
          join relations given on given.reltype = p.prorettype
        where p.pronargs = 1 and p.prokind = 'f') as computed`.execute(db)
  const [keys] = rows
  if (!keys) throw new Error('PostgreSQL said nothing about its tables.')
  return keys
}
