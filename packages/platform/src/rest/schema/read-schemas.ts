import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'
import { type Representation, readRepresentations } from './read-representations.ts'

export type Column = {
  name: string
  type: string
  defaultSql: string | null
  /** True when an insert must name it. */
  required: boolean
  /** The custom conversion of values; null for PostgreSQL's own. */
  representation: Representation | null
}
export type Table = {
  schema: string
  name: string
  columns: readonly Column[]
  primaryKey: readonly string[]
  /** The bits of `pg_relation_is_updatable`. */
  writable: number
  /** True when triggers may change the answer. */
  hasTriggers: boolean
}
/** `name` is empty when the function gives it none; `variadic` takes any number of values as one array. */
export type Argument = { name: string; type: string; required: boolean; variadic: boolean }
export type Routine = {
  schema: string
  name: string
  args: readonly Argument[]
  returnsSet: boolean
  /** `row` has columns to choose from, `scalar` is one value, `void` is none. */
  returns: 'row' | 'scalar' | 'void'
  /** The table or view whose rows it returns; what belongs to those can be embedded. */
  returnsTable: { schema: string; name: string } | null
  volatile: boolean
}

/**
 * Reads the tables, views and functions of schemas, functions with fewer arguments first. Functions
 * with unnamed arguments are excluded, except single-body ones.
 */
export async function readSchemas(
  db: Kysely<PlatformTables>,
  schemas: readonly string[],
): Promise<{ tables: Table[]; routines: Routine[] }> {
  const { rows } = await sql<{ tables: Table[] | null; routines: Routine[] | null }>`
    select
      (select json_agg(json_build_object(
        'schema', n.nspname, 'name', c.relname,
        'columns', (
          select coalesce(json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'required', a.attnotnull and not a.atthasdef and a.attidentity = '',
            'defaultSql', case
              when a.attidentity = 'd' then
                (select format('nextval(%L)', s.objid::regclass) from pg_depend s
                  where s.classid = 'pg_class'::regclass and s.refclassid = 'pg_class'::regclass
                    and s.refobjid = a.attrelid and s.refobjsubid = a.attnum and s.deptype = 'i')
              when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), t.typdefault) end
          ) order by a.attnum), '[]')
          from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        'primaryKey', (
          select coalesce(json_agg(a.attname order by array_position(k.conkey, a.attnum)), '[]')
          from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          where k.conrelid = c.oid and k.contype = 'p'),
        'writable', case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end,
        'hasTriggers', c.relkind = 'v' or exists (
          select from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal)))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'v', 'm', 'f', 'p')) as tables,
      (select json_agg(json_build_object(
        'schema', n.nspname, 'name', p.proname, 'args', coalesce(taken.args, '[]'), 'returnsSet', p.proretset,
        'returns', case when t.typname = 'void' then 'void'
          when coalesce(b.typtype, t.typtype) = 'c' or p.proargmodes && array['o', 'b', 't']::"char"[] then 'row' else 'scalar' end,
        'returnsTable', (select json_build_object('schema', tn.nspname, 'name', tc.relname)
          from pg_class tc join pg_namespace tn on tn.oid = tc.relnamespace
          where tc.oid = coalesce(b.typrelid, t.typrelid) and tc.relkind in ('r', 'v', 'm', 'f', 'p')),
        'volatile', p.provolatile = 'v') order by p.pronargs, taken.args::text)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
        left join pg_type b on b.oid = t.typbasetype,
        lateral (
          select
            json_agg(json_build_object('name', coalesce(arg.name, ''), 'type', format_type(arg.type, null),
              'required', arg.nth <= p.pronargs - p.pronargdefaults, 'variadic', arg.mode = 'v') order by arg.nth) as args,
            bool_or(coalesce(arg.name, '') = '') as unnamed,
            bool_or(arg.type in ('json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'bytea'::regtype, 'xml'::regtype)) as body
          from (
            select one.name, one.type, one.mode, row_number() over (order by one.place) as nth
            from rows from (
              unnest(p.proargnames), unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])), unnest(p.proargmodes)
            ) with ordinality as one (name, type, mode, place)
            where one.type is not null and coalesce(one.mode, 'i') in ('i', 'b', 'v')
          ) as arg
        ) as taken
      where n.nspname in (${sql.join(schemas)}) and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
        and (taken.unnamed is not true or p.pronargs = 1 and taken.body)) as routines`.execute(db)
  const { tables, routines } = rows[0] ?? {}
  const representations = await readRepresentations(db)
  for (const column of (tables ?? []).flatMap((table) => table.columns))
    column.representation = representations.get(column.type) ?? null
  return { tables: tables ?? [], routines: routines ?? [] }
}
