import type { DatabaseSession } from '../database/open-database.ts'
import { BackupError } from './backup-error.ts'
import type { Sequences, TableHead } from './parts.ts'
import { dataSchemas, listTables, type Table } from './tables.ts'

export type DatabaseLoader = {
  table: (head: TableHead) => void
  rows: (bytes: Uint8Array) => Promise<void>
  sequences: (values: Sequences) => Promise<void>
  /** How many rows each table has now. */
  count: () => Promise<Record<string, number>>
}

/**
 * Replaces what is in the tables by what `load` is told, all or nothing. Rows come in any order, and no trigger sees them:
 * the foreign keys are taken off meanwhile and put back, by which PostgreSQL checks every one of them.
 */
export async function loadDatabase<Result>(
  session: DatabaseSession,
  load: (loader: DatabaseLoader) => Promise<Result>,
): Promise<Result> {
  await session.script('begin')
  try {
    const tables = await listTables(session)
    const putBack = await takeOff(session)
    await session.script(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    const result = await load(loaderOf(session, tables))
    for (const statement of putBack) await session.script(statement)
    await session.script('commit')
    return result
  } catch (error) {
    await session.script('rollback')
    throw error
  }
}

/** Takes foreign keys and triggers off every table and answers how to put them back. */
async function takeOff(session: DatabaseSession): Promise<string[]> {
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
    [dataSchemas],
  )
  for (const { off } of rows) await session.script(off)
  return rows.map(({ back }) => back)
}

function loaderOf(session: DatabaseSession, tables: readonly Table[]): DatabaseLoader {
  let insert: string | null = null
  return {
    table: (head) => {
      insert = insertInto(head, tables)
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
      for (const { name } of tables) {
        const [row] = await session.query<{ n: number }>(`select count(*)::int as n from ${name}`)
        counts[name] = row?.n ?? 0
      }
      return counts
    },
  }
}

function insertInto({ name, columns }: TableHead, tables: readonly Table[]): string {
  const table = tables.find((each) => each.name === name)
  const types = new Map(table?.columns.map((column) => [column.name, column.type]))
  const unknown = columns.filter((column) => !types.has(column))
  if (!table || unknown.length > 0) {
    const what = table ? `column ${unknown.join(', ')} of ${name}` : `table ${name}`
    throw new BackupError(
      'misfit',
      `There is no ${what} here. Restore with the version that made the backup.`,
    )
  }
  const values = columns.map((column, at) => `(line ->> ${at})::${types.get(column)}`)
  return `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) as line`
}
