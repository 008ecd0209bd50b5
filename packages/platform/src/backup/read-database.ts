import type { DatabaseSession, OpenDatabase } from '../database/database.ts'
import type { Part, Sequences } from './parts.ts'
import { listSchemas, listTables, type Table } from './tables.ts'

/** The number of rows in memory. */
const batchRows = 200

/**
 * Begins a transaction that takes as long as it needs. It says so itself: a pooler between here and
 * the database does not pass on what is said at the start of a connection.
 */
export async function beginWithoutTimeout(session: DatabaseSession, mode = ''): Promise<void> {
  await session.script(`begin ${mode}`)
  await session.query(`select set_config('statement_timeout', '0', true), set_config('timezone', 'UTC', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`)
}

/** The tables and schemas to read. */
export type ReadScope = { tables: readonly Table[]; schemas: readonly string[] }

/**
 * Runs work in a snapshot of the database. On PGlite, with its one connection, all other work
 * waits.
 */
export function inSnapshot<Result>(
  database: Pick<OpenDatabase, 'withSession'>,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  return database.withSession(async (session) => {
    await beginWithoutTimeout(session, 'isolation level repeatable read, read only')
    try {
      return await work(session)
    } finally {
      await session.script('rollback')
    }
  })
}

/**
 * Reads all rows and sequences, and counts the rows into `counts`. The caller provides a snapshot.
 * Without a scope it reads everything.
 */
export async function* readDatabase(
  session: DatabaseSession,
  counts: Record<string, number>,
  extent?: ReadScope,
): AsyncGenerator<Part, undefined> {
  const schemas = extent?.schemas ?? (await listSchemas(session))
  const tables = extent?.tables ?? (await listTables(session, schemas))
  for (const table of tables) {
    counts[table.name] = 0
    yield { type: 'table', value: { name: table.name, columns: table.columns.map(({ name }) => name) } }
    for await (const lines of readRows(session, table)) {
      counts[table.name] = (counts[table.name] ?? 0) + lines.length
      yield { type: 'rows', bytes: Buffer.from(`[${lines.join(',')}]`) }
    }
  }
  yield { type: 'sequences', value: await readSequences(session, schemas) }
}

/**
 * A row is a JSON array of its values as PostgreSQL's own text, which every type is read from again
 * without a loss: no number, time or null inside of `jsonb` passes through JavaScript.
 */
async function* readRows(
  session: DatabaseSession,
  { name, columns, rows: only }: Table,
): AsyncGenerator<string[], undefined> {
  const values = columns.map((column) => `(${column.read ?? column.name})::text`).join(', ')
  const where = only === undefined ? '' : ` where ${only}`
  await session.script(
    `declare rows_of cursor for select to_json(array[${values}]::text[])::text as line from ${name}${where}`,
  )
  for (;;) {
    const rows = await session.query<{ line: string }>(`fetch ${batchRows} from rows_of`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < batchRows) break
  }
  await session.script('close rows_of')
}

async function readSequences(session: DatabaseSession, schemas: readonly string[]): Promise<Sequences> {
  const rows = await session.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any($1) order by 1`,
    [schemas],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
