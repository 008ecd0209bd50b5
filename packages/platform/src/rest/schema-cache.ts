import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'

export type Column = {
  name: string
  type: string
  defaultSql: string | null
  /** Whether an insert has to name it. */
  required: boolean
}
export type Table = {
  schema: string
  name: string
  columns: readonly Column[]
  primaryKey: readonly string[]
}
export type Argument = { name: string; type: string; required: boolean }
export type Routine = {
  schema: string
  name: string
  args: readonly Argument[]
  returnsSet: boolean
  /** `row` has columns to choose from, `scalar` is one value, `void` is none. */
  returns: 'row' | 'scalar' | 'void'
  volatile: boolean
}

/** What one schema offers to whoever has the rights. */
export type SchemaOffer = { tables: readonly Table[]; routines: readonly Routine[] }

type Snapshot = { tables: Table[]; routines: Routine[]; readAtMs: number }

const rereadAfterMs = 1000

/**
 * What the exposed schemas offer. A name that is missing may have been created since, so it is looked up afresh before
 * it is refused, though not more than once a second.
 */
export class SchemaCache {
  readonly #db: Kysely<PlatformTables>
  readonly #schemas: readonly string[]
  #snapshot: Promise<Snapshot> | undefined

  constructor(db: Kysely<PlatformTables>, schemas: readonly string[]) {
    this.#db = db
    this.#schemas = schemas
  }

  findTable(schema: string, name: string): Promise<Table | undefined> {
    return this.#find(({ tables }) => tables.find((table) => table.schema === schema && table.name === name))
  }

  /** Like `findTable`, when the table is there but lacks columns that a request names. */
  findTableWith(schema: string, name: string, columns: readonly string[]): Promise<Table | undefined> {
    return this.#find(({ tables }) =>
      tables.find(
        (table) =>
          table.schema === schema &&
          table.name === name &&
          columns.every((wanted) => table.columns.some((column) => column.name === wanted)),
      ),
    )
  }

  /** Finds the function that takes exactly these arguments, defaults aside. */
  findRoutine(schema: string, name: string, args: readonly string[]): Promise<Routine | undefined> {
    return this.#find(({ routines }) =>
      routines.find(
        (routine) => routine.schema === schema && routine.name === name && accepts(routine, args),
      ),
    )
  }

  async listOffer(schema: string): Promise<SchemaOffer> {
    const { tables, routines } = await this.#read()
    return {
      tables: tables.filter((table) => table.schema === schema),
      routines: routines.filter((routine) => routine.schema === schema),
    }
  }

  /** Finds a function of that name whatever it takes. */
  findRoutinesNamed(schema: string, name: string): Promise<Routine[] | undefined> {
    return this.#find(({ routines }) => {
      const named = routines.filter((routine) => routine.schema === schema && routine.name === name)
      return named.length > 0 ? named : undefined
    })
  }

  async #find<Found>(pick: (snapshot: Snapshot) => Found | undefined): Promise<Found | undefined> {
    const snapshot = await this.#read()
    const found = pick(snapshot)
    if (found || Date.now() - snapshot.readAtMs < rereadAfterMs) return found
    this.#snapshot = undefined
    return pick(await this.#read())
  }

  #read(): Promise<Snapshot> {
    this.#snapshot ??= readSnapshot(this.#db, this.#schemas).catch((error) => {
      this.#snapshot = undefined
      throw error
    })
    return this.#snapshot
  }
}

function accepts(routine: Routine, names: readonly string[]): boolean {
  return (
    names.every((name) => routine.args.some((arg) => arg.name === name)) &&
    routine.args.every((arg) => !arg.required || names.includes(arg.name))
  )
}

async function readSnapshot(db: Kysely<PlatformTables>, schemas: readonly string[]): Promise<Snapshot> {
  const readAtMs = Date.now()
  const { rows } = await sql<{ tables: Table[] | null; routines: Routine[] | null }>`
    select
      (select json_agg(json_build_object(
        'schema', n.nspname, 'name', c.relname,
        'columns', (
          select coalesce(json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
            'required', a.attnotnull and not a.atthasdef and a.attidentity = '',
            'defaultSql', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end
          ) order by a.attnum), '[]')
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        'primaryKey', (
          select coalesce(json_agg(a.attname order by array_position(k.conkey, a.attnum)), '[]')
          from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
          where k.conrelid = c.oid and k.contype = 'p')))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${sql.join(schemas)}) and c.relkind in ('r', 'v', 'm', 'f', 'p')) as tables,
      (select json_agg(json_build_object(
        'schema', n.nspname, 'name', p.proname,
        'args', (
          select coalesce(json_agg(json_build_object(
            'name', coalesce(p.proargnames[i], ''), 'type', format_type(p.proargtypes[i - 1], null),
            'required', i <= p.pronargs - p.pronargdefaults) order by i), '[]')
          from generate_series(1, p.pronargs) as i),
        'returnsSet', p.proretset,
        'returns', case when t.typname = 'void' then 'void'
          when t.typtype = 'c' or p.proargmodes && array['o', 'b', 't']::"char"[] then 'row' else 'scalar' end,
        'volatile', p.provolatile = 'v'))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
      where n.nspname in (${sql.join(schemas)}) and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
        and (p.proargmodes is null or not p.proargmodes && array['v', 'b', 'o']::"char"[])) as routines`.execute(
    db,
  )
  return { tables: rows[0]?.tables ?? [], routines: rows[0]?.routines ?? [], readAtMs }
}
