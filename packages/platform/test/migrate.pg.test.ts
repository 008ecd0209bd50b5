import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type AroundMigrations, type MigrationVersions, migrate } from '../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import { givenDatabase, givenEmptyDatabase, type TestDatabase } from '../testing/given-database.ts'

let folder: string
let given: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrate-test-'))
  given = await givenDatabase()
  database = await openDatabase(given.settings)
})
afterAll(async () => {
  await database.close()
  await given.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (version: string, sql: string) => writeFile(join(folder, `${version}_change.sql`), sql)

/** Migrates to all that the folder holds and returns what `before` was told. */
async function update(
  on: Pick<OpenDatabase, 'withSession'> = database,
  wishes: AroundMigrations = {},
): Promise<MigrationVersions[]> {
  const told: MigrationVersions[] = []
  const before: AroundMigrations['before'] = async (_session, missing) => void told.push(missing)
  await on.withSession((session) => migrate(session, folder, { before, ...wishes }))
  return told
}

it('tells of a change before it, once', async () => {
  await write('1', 'create table shelf (book text); insert into shelf values (null)')
  expect(await update()).toEqual([{ platform: [], product: ['1'] }])
  expect(await update()).toEqual([])
})

// Making an embedded database anew takes its time; that nothing is told of it there is the same code.
it.runIf(process.env.TEST_DATABASE === 'postgres')('tells of nothing at the first start', async () => {
  const empty = await givenEmptyDatabase()
  const fresh = await openDatabase(empty.settings)
  onTestFinished(async () => {
    await fresh.close()
    await empty.drop()
  })
  expect(await update(fresh)).toEqual([])
})

it('leaves nothing of a change that fails, and does it again', async () => {
  await write('2', 'create table lamp (); select 1 / (select count(*) from shelf where book is not null)')
  await expect(update()).rejects.toThrow('Migration 2_change failed: division by zero')
  await write('2', 'create table lamp ()')
  expect(await update()).toEqual([{ platform: [], product: ['2'] }])
})

it('lets those go first who wait behind it for a table that somebody holds, and changes it later', async () => {
  if (given.settings.kind !== 'postgres') return
  const open = async () => {
    const client = new Client({
      connectionString: given.settings.kind === 'postgres' ? given.settings.url : '',
    })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const [holder, visitor, watcher] = [await open(), await open(), await open()]
  await holder.query('begin')
  await holder.query('select from shelf')
  await write('3', 'alter table shelf add author text')
  const waits = vi.fn<(migration: string) => void>()
  const updating = update(database, { waits })
  const waiting = async () =>
    (await watcher.query("select from pg_locks where relation = 'shelf'::regclass and not granted")).rowCount
  await expect.poll(waiting).toBe(1)

  expect((await visitor.query('select book from shelf')).rowCount).toBe(1)
  await expect.poll(waiting).toBe(0)
  await expect.poll(waiting).toBe(1)
  await expect.poll(waiting).toBe(0)
  await holder.query('commit')
  expect(await updating).toHaveLength(1)
  expect(waits.mock.calls, 'told once').toEqual([['3_change']])
  expect((await visitor.query('select author from shelf')).rowCount).toBe(1)
}, 30_000)

it('refuses a database of a newer version, and says what to do', async () => {
  await rm(join(folder, '2_change.sql'))
  await expect(update()).rejects.toThrow(
    /newer version than this one: it has migration 2\. Start the newer .* restore/,
  )
})
