import type { DatabaseSession } from '../database/database.ts'
import { BackupError } from './backup-error.ts'
import type { Sequences, TableHead } from './parts.ts'
import { beginWithoutTimeout } from './read-database.ts'
import { listSchemas, listTables, type Table } from './tables.ts'

export type DatabaseLoader = {
  table: (head: TableHead) => Promise<void>
  rows: (bytes: Uint8Array) => Promise<void>
  sequences: (values: Sequences) => Promise<void>
  /** Returns the number of rows that each table has now. */
  count: () => Promise<Record<string, number>>
}

/** A table of another owner: the restored columns, and constants for others. */
type ForeignTable = { columns: readonly string[]; filled?: Readonly<Record<string, string>> }

export type LoadScope = {
  /** The schemas whose tables are replaced completely. */
  schemas: readonly string[]
  /** Tables that rows are added to, where nothing else may be done. They come first, in the order of their references. */
  foreign: Readonly<Record<string, ForeignTable>>
}

/**
 * Replaces the tables' rows in one transaction. Foreign keys are removed and added again, which
 * checks all rows; no trigger sees our own rows. Without a scope all tables are replaced.
 */
export async function loadDatabase<Result>(
  session: DatabaseSession,
  load: (loader: DatabaseLoader) => Promise<Result>,
  scope?: LoadScope,
): Promise<Result> {
  await beginWithoutTimeout(session)
  try {
    const { schemas, foreign } = scope ?? { schemas: await listSchemas(session), foreign: {} }
    const own = await listTables(session, schemas)
    const others = await listForeignTables(session, foreign)
    const putBack = await detachForeignKeysAndTriggers(session, schemas)
    const result = await load(createLoader(session, own, others))
    for (const statement of putBack) await session.script(statement)
    await session.script('commit')
    return result
  } catch (error) {
    // A connection that broke has forgotten it already; what broke it is what counts.
    await session.script('rollback').catch(() => {})
    throw error
  }
}

type ForeignLoadTable = Table & { filled: Readonly<Record<string, string>> }

async function listForeignTables(
  session: DatabaseSession,
  foreign: LoadScope['foreign'],
): Promise<ForeignLoadTable[]> {
  const schemas = new Set(Object.keys(foreign).map((name) => name.slice(0, name.indexOf('.'))))
  if (schemas.size === 0) return []
  return (await listTables(session, [...schemas])).flatMap((table) => {
    const known = foreign[table.name]
    if (!known) return []
    const columns = table.columns.filter(({ name }) => known.columns.includes(name))
    const filled = Object.entries(known.filled ?? {}).filter(([name]) =>
      table.columns.some((column) => column.name === name),
    )
    return [{ ...table, columns, filled: Object.fromEntries(filled) }]
  })
}

/**
 * Takes foreign keys and triggers off every table and answers how to put them back, by names that
 * are found when nothing is on the search path.
 */
async function detachForeignKeysAndTriggers(
  session: DatabaseSession,
  schemas: readonly string[],
): Promise<string[]> {
  const rows = await session.query<{ off: string; back: string }>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as off,
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as back
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1)
     union all
     select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
       format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled = 'O' and n.nspname = any($1)`,
    [schemas],
  )
  for (const { off } of rows) await session.script(off)
  return rows.map(({ back }) => back)
}

function createLoader(
  session: DatabaseSession,
  own: readonly Table[],
  others: readonly ForeignLoadTable[],
): DatabaseLoader {
  let insert: string | null = null
  let isEmptied = false
  return {
    table: async (head) => {
      const other = others.find(({ name }) => name === head.name)
      insert = other ? addRowsStatement(head, other) : insertStatement(head, own)
      if (other || isEmptied) return
      await session.script(`truncate ${own.map(({ name }) => name).join(', ')}`)
      isEmptied = true
    },
    rows: async (bytes) => {
      if (insert === null) throw new BackupError('damaged', 'The backup has rows of no table.')
      await session.query(insert, [Buffer.from(bytes).toString('utf8')])
    },
    sequences: async (values) => {
      for (const [name, last] of Object.entries(values)) {
        if (last !== null)
          await session.query('select setval($1::text::regclass, $2::text::bigint)', [name, last])
      }
    },
    count: async () => {
      const counts: Record<string, number> = {}
      for (const { name } of [...own, ...others]) {
        const [row] = await session.query<{ n: number }>(`select count(*)::int as n from ${name}`)
        counts[name] = row?.n ?? 0
      }
      return counts
    },
  }
}

function insertStatement({ name, columns }: TableHead, tables: readonly Table[]): string {
  const table = tables.find((each) => each.name === name)
  const unknown = columns.filter((column) => !table?.columns.some((each) => each.name === column))
  if (!table || unknown.length > 0) {
    const what = table ? `column ${unknown.join(', ')} of ${name}` : `table ${name}`
    throw new BackupError(
      'misfit',
      `There is no ${what} here. Restore with the version that made the backup.`,
    )
  }
  return insertStatementOf({ name, columns }, table, {})
}

/** Inserts the shared columns into another owner's table. */
function addRowsStatement(head: TableHead, { filled, ...table }: ForeignLoadTable): string {
  return insertStatementOf(head, table, filled)
}

function insertStatementOf(
  { name, columns }: TableHead,
  table: Table,
  filled: Readonly<Record<string, string>>,
): string {
  const told = columns.flatMap((column, at) => {
    const known = table.columns.find((each) => each.name === column)
    return known ? [{ column, value: `(line ->> ${at})::${known.type}` }] : []
  })
  const all = [...told, ...Object.entries(filled).map(([column, value]) => ({ column, value }))]
  return `insert into ${name} (${all.map(({ column }) => column).join(', ')}) overriding system value
    select ${all.map(({ value }) => value).join(', ')} from json_array_elements($1::text::json) as line`
}
