import { type RawBuilder, sql } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../../database/act-as.ts'
import type { Db } from '../../../database/trx.ts'
import { type Filter, renderFilter } from './filters.ts'
import type { TableColumn, WatchedTable } from './watched-tables.ts'

/** A read row: its JSON for each column list, and the filters that it passes. */
export type ReadRow = { records: readonly (string | null)[]; passes: readonly boolean[] }

export type RowSelection = {
  filters: readonly (readonly Filter[])[]
  /** Lists of columns; null is all of them. */
  selects: readonly (readonly string[] | null)[]
}

/** Filters of one statement. */
const batchSize = 300

/** Reads rows by their keys as `identity`, in the order of the keys; what it may not see, or is no more, is not among them. */
export async function readRows(
  db: Db,
  identity: DatabaseIdentity,
  table: WatchedTable,
  keys: readonly string[],
  { filters, selects }: RowSelection,
): Promise<Map<number, ReadRow>> {
  const readable = table.columns.filter(({ readers }) => readers.includes(identity.role))
  const keyColumns = table.columns.filter(({ isKey }) => isKey)
  const matches = keyColumns.map(({ name }, at) => sql`t.${sql.ref(name)} = k.${sql.ref(`k${at}`)}`)
  const names = keyColumns.map((_, at) => sql.ref(`k${at}`))
  const records = selects.map((wanted) =>
    recordOf(readable.filter(({ name }) => wanted?.includes(name) ?? true)),
  )
  const source = sql`${keysAs(keys, keyColumns, sql`k(${sql.join([...names, sql.ref('at')])})`)}
    join ${sql.id(table.schema, table.name)} as t on ${sql.join(matches, sql` and `)}`
  return collect(filters, (some, isFirst) =>
    actAs(
      db,
      identity,
      (trx) =>
        sql<Row>`
          select k.at::integer as at, ${passesOf(some, table.columns)} as passes,
            array[${sql.join(isFirst ? records : [])}]::text[] as records
          from ${source}`
          .execute(trx)
          .then(({ rows }) => rows),
      { readOnly: true },
    ),
  )
}

/**
 * Returns which sets of filters deleted rows pass, of which nothing but the key is known; a
 * condition on anything else is not met.
 */
export async function filterKeys(
  db: Db,
  identity: DatabaseIdentity,
  table: WatchedTable,
  keys: readonly string[],
  filters: readonly (readonly Filter[])[],
): Promise<Map<number, ReadRow>> {
  const keyColumns = table.columns.filter(({ isKey }) => isKey)
  const names = [...keyColumns.map(({ name }) => sql.ref(name)), sql.ref(ordinalColumn)]
  return collect(filters, (some) =>
    actAs(
      db,
      identity,
      (trx) =>
        sql<Row>`
          select t.${sql.ref(ordinalColumn)}::integer as at, ${passesOf(some, keyColumns)} as passes, '{}'::text[] as records
          from ${keysAs(keys, keyColumns, sql`t(${sql.join(names)})`)}`
          .execute(trx)
          .then(({ rows }) => rows),
      { readOnly: true },
    ),
  )
}

/** Runs the filters on no rows, so that PostgreSQL validates them. */
export async function checkFilters(
  db: Db,
  identity: DatabaseIdentity,
  table: WatchedTable,
  filters: readonly Filter[],
): Promise<void> {
  const row = table.columns.map(({ name, cast }) => sql`null::${sql.raw(cast)} as ${sql.ref(name)}`)
  const conditions = filters.map((filter) => renderFilter(filter, table.columns))
  await actAs(
    db,
    identity,
    (trx) =>
      sql`select ${sql.join([sql`true`, ...conditions], sql` and `)} from (select ${sql.join(row)}) as t`.execute(
        trx,
      ),
    { readOnly: true },
  )
}

type Row = { at: number; passes: string; records: string[] }

/** The name of a column that no table has. */
const ordinalColumn = 'realtime ordinal'

async function collect(
  filters: RowSelection['filters'],
  read: (some: RowSelection['filters'], isFirst: boolean) => Promise<Row[]>,
): Promise<Map<number, ReadRow>> {
  const found = new Map<number, { records: string[]; passes: boolean[] }>()
  for (let from = 0; from === 0 || from < filters.length; from += batchSize) {
    const some = filters.slice(from, from + batchSize)
    for (const { at, passes, records } of await read(some, from === 0)) {
      const row = found.get(at - 1) ?? { records, passes: [] }
      some.forEach((_, index) => {
        row.passes[from + index] = passes[index] === 't'
      })
      found.set(at - 1, row)
    }
  }
  return found
}

function passesOf(filters: RowSelection['filters'], columns: readonly TableColumn[]): RawBuilder<string> {
  if (filters.length === 0) return sql<string>`''`
  const sets = filters.map((set) =>
    set.length === 0
      ? sql`true`
      : sql.join(
          set.map((filter) => renderFilter(filter, columns)),
          sql` and `,
        ),
  )
  return sql<string>`array_to_string(array[${sql.join(sets)}]::boolean[], '', 'f')`
}

function recordOf(columns: readonly TableColumn[]): RawBuilder<string> {
  const values = columns.map(({ name, type }) =>
    type === 'bytea' ? sql`encode(t.${sql.ref(name)}, 'hex') as ${sql.ref(name)}` : sql`t.${sql.ref(name)}`,
  )
  return sql<string>`(select row_to_json(r)::text from (select ${sql.join(values)}) as r)`
}

/** The keys as rows, numbered from one. */
function keysAs(
  keys: readonly string[],
  columns: readonly TableColumn[],
  alias: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const definitions = columns.map(({ name, cast }) => sql`${sql.ref(name)} ${sql.raw(cast)}`)
  return sql`rows from (jsonb_to_recordset(${`[${keys.join(',')}]`}::text::jsonb) as (${sql.join(definitions)}))
    with ordinality as ${alias}`
}
