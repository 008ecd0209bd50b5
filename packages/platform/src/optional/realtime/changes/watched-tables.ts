import { sql } from 'kysely'
import type { Db } from '../../../database/trx.ts'

export type TableColumn = {
  name: string
  /** The type's name for clients, `int4`. */
  type: string
  /** The type's qualified SQL name. */
  cast: string
  isKey: boolean
  /** The roles with the right to read it. */
  readers: readonly string[]
}

/** A table of the publication `supabase_realtime`. */
export type WatchedTable = {
  schema: string
  name: string
  columns: readonly TableColumn[]
  /** True when its trigger exists. */
  isTold: boolean
}

const rereadIntervalMs = 5_000
/** The time until a missing table is looked up again. */
const missingTtlMs = 1_000
const busyTtlMs = 1_000
/** The time until a busy table is tried again. */
const busyMs = 30_000
const events = ['insert', 'update', 'delete'] as const
const triggerOf = (event: string) => `realtime_tell_${event}`

/** Caches the publication's tables. Triggers are created on first use. */
export class WatchedTables {
  readonly #db: Db
  readonly #telling = new Map<string, { done: Promise<void>; sinceMs: number }>()
  #known: { tables: Promise<WatchedTable[]>; readAtMs: number } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /** Finds a table; undefined when it is not published. Changes are noticed soon. */
  async find(schema: string, name: string): Promise<WatchedTable | undefined> {
    const tables = await this.#list(rereadIntervalMs)
    return tables.find((table) => table.schema === schema && table.name === name)
  }

  /** Returns the tables that a role may watch, and creates their triggers. */
  async watch(schema: string, name: string, role: string): Promise<WatchedTable[]> {
    const choose = (tables: readonly WatchedTable[]) =>
      tables.filter(
        (table) =>
          (schema === '*' || table.schema === schema) &&
          (name === '*' || table.name === name) &&
          isReadable(table, role),
      )
    const known = choose(await this.#list(rereadIntervalMs))
    const tables = known.length > 0 ? known : choose(await this.#list(missingTtlMs))
    for (const table of tables) if (!table.isTold) await this.#tell(table)
    return tables
  }

  #list(maxAgeMs: number): Promise<WatchedTable[]> {
    if (this.#known && performance.now() - this.#known.readAtMs < maxAgeMs) return this.#known.tables
    const tables = listTables(this.#db)
    tables.catch(() => {
      this.#known = null
    })
    this.#known = { tables, readAtMs: performance.now() }
    return tables
  }

  /** Drops the triggers of unpublished tables. */
  async forget(schema: string, name: string): Promise<void> {
    await this.#alone(async (db) => {
      for (const event of events) {
        await sql`drop trigger if exists ${sql.ref(triggerOf(event))} on ${sql.id(schema, name)}`.execute(db)
      }
    })
    this.#known = null
  }

  /** Creates a table's triggers, once for concurrent callers. A failure is cached briefly. */
  #tell(table: WatchedTable): Promise<void> {
    const key = JSON.stringify([table.schema, table.name])
    const telling = this.#telling.get(key)
    if (telling && performance.now() - telling.sinceMs < busyMs) return telling.done
    const done = this.#makeTriggers(table).then(() => {
      table.isTold = true
      this.#telling.delete(key)
    })
    this.#telling.set(key, { done, sinceMs: performance.now() })
    return done
  }

  #makeTriggers({ schema, name }: WatchedTable): Promise<void> {
    return this.#alone(async (db) => {
      for (const event of events) {
        const rows = event === 'delete' ? 'old' : 'new'
        await sql`
          create or replace trigger ${sql.ref(triggerOf(event))} after ${sql.raw(event)} on ${sql.id(schema, name)}
          referencing ${sql.raw(rows)} table as changed
          for each statement execute function realtime.tell_changes()`.execute(db)
      }
    })
  }

  /** One process at a time, with a short lock timeout. */
  async #alone(work: (db: Db) => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', '500ms', true), pg_advisory_xact_lock(hashtext('realtime tables'))`.execute(
        trx,
      )
      await work(trx)
    })
  }
}

/** Returns true when a role may read the table's primary key. */
export function isReadable({ columns }: WatchedTable, role: string): boolean {
  const keys = columns.filter(({ isKey }) => isKey)
  return keys.length > 0 && keys.every(({ readers }) => readers.includes(role))
}

async function listTables(db: Db): Promise<WatchedTable[]> {
  const { rows } = await sql<Row>`
    select p.schemaname::text as schema, p.tablename::text as name,
      (select count(*) from pg_trigger t
       where t.tgrelid = c.oid and t.tgname in ('realtime_tell_insert', 'realtime_tell_update', 'realtime_tell_delete')
      ) = 3 as is_told,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', y.typname, 'cast', format('%I.%I', yn.nspname, y.typname),
          'isKey', coalesce(a.attnum = any(i.indkey::int2[]), false),
          'readers', array(
            select r from unnest(array['anon', 'authenticated', 'service_role']) as r
            where has_schema_privilege(r, n.oid, 'usage') and has_column_privilege(r, c.oid, a.attnum, 'select'))
        ) order by a.attnum)::text
       from pg_attribute a join pg_type y on y.oid = a.atttypid join pg_namespace yn on yn.oid = y.typnamespace
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any(p.attnames)
      ) as columns
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where p.pubname = 'supabase_realtime'
    order by 1, 2 limit ${busyTtlMs}::integer`.execute(db)
  return rows.map(({ columns, is_told, ...table }) => ({
    ...table,
    isTold: is_told,
    columns: JSON.parse(columns ?? '[]') as TableColumn[],
  }))
}

type Row = { schema: string; name: string; is_told: boolean; columns: string | null }
