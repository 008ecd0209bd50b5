import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import type { PlatformTables } from '../src/database/tables.ts'
import { holdPGlite } from './hold-pglite.ts'
import { testTimeouts } from './test-timeouts.ts'

type Db = Kysely<PlatformTables>

/** PGlite in memory with a table of notes, for tests of the connection itself. */
export async function openNotesDatabase(): Promise<OpenDatabase> {
  await holdPGlite()
  const database = await openDatabase({ kind: 'pglite', dataDir: 'memory', ...testTimeouts })
  const { db } = database
  await sql`create table notes (id int primary key, text text, kept boolean not null default true)`.execute(
    db,
  )
  await sql`create unique index on notes (text) where kept`.execute(db)
  return database
}

export function insertNote(db: Db, id: number, text = `note ${id}`): CompiledQuery {
  return sql`insert into notes (id, text) values (${id}, ${text})`.compile(db)
}

export async function countNotes(db: Db): Promise<number | undefined> {
  return (await sql<{ n: number }>`select count(*)::int as n from notes`.execute(db)).rows[0]?.n
}
