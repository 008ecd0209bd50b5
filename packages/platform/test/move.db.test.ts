import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runCommand } from '../src/runner/run-command.ts'
import { serviceClient, visitorClient } from '../testing/clients.ts'
import { givenEmptyDatabase, type TestDatabase } from '../testing/given-database.ts'
import { fixtureDir, givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
const password = 'Wide-steppe-2026'
const email = 'asel@example.com'
/** What a product keeps in a schema of its own. */
const ownSchema = `create schema app;
  create table app.things (id serial primary key, name text);`

let from: TestPlatform
let fromDatabase: TestDatabase
let migrationsDir: string
let folder: string
let environment: Record<string, string>
const databases: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-test-'))
  migrationsDir = join(folder, 'migrations')
  await cp(fixtureDir, migrationsDir, { recursive: true })
  await writeFile(join(migrationsDir, '0002_own_schema.sql'), ownSchema)
  fromDatabase = isPostgres ? await givenEmptyDatabase() : await databaseInFolder(join(folder, 'files/db'))
  from = await givenPlatform({
    database: fromDatabase.settings,
    storage: { folder: join(folder, 'files/storage') },
    migrationsDir,
  })
  const admin = serviceClient(from)
  const { data } = await admin.auth.admin.createUser({ email, password, email_confirm: true })
  await admin.from('memos').insert({ name: 'Асель', user_id: data.user?.id })
  await admin.storage.createBucket('papers')
  await admin.storage.from('papers').upload('a/note.txt', 'a note', { contentType: 'text/plain' })
  await sql`insert into app.things (name) values ('a lamp'), ('a kettle')`.execute(from.db)
  await sql`insert into realtime.messages (topic, extension) values ('a room', 'broadcast')`.execute(from.db)
  environment = variablesOf(fromDatabase, join(folder, 'files'))
  // An embedded database is read while nothing serves it.
  if (!isPostgres) await from.close()
})
afterAll(async () => {
  if (isPostgres) await from.close()
  for (const { drop } of [fromDatabase, ...databases]) await drop()
  await rm(folder, { recursive: true, force: true })
})

it.runIf(!isPostgres)('a clone from folder to folder is the same installation, keys and all', async () => {
  const there = join(folder, 'cloned')
  expect(await run(['clone', '--to', there], environment)).toMatchObject({
    ...{ code: 0, said: { files: 1, missingFiles: 0 } },
  })
  const settings = { kind: 'pglite', dataDir: join(there, 'db') } as const
  await expectSame({ settings, drop: async () => {} }, join(there, 'storage'), from.keys)
})

it.runIf(isPostgres)('a dump restored elsewhere is the same installation, keys and all', async () => {
  const file = join(folder, 'all.backup')
  const sealed = { ...environment, PLATFORM_PASSPHRASE: 'over the hills and far away' }
  const dumped = await run(['dump', file], sealed)
  expect(dumped).toMatchObject({ code: 0, said: { files: 1, missingFiles: 0 } })
  expect((await readFile(file)).includes(email)).toBe(false)
  expect((await run(['dump', file], sealed)).code).toBe(1)

  const there = await emptyDatabase()
  const place = { ...sealed, ...variablesOf(there, join(folder, 'restored')) }
  expect((await run(['restore', file], { ...place, PLATFORM_PASSPHRASE: 'another' })).code).toBe(1)
  expect(await run(['restore', file], place)).toEqual(dumped)
  expect((await run(['restore', file], place)).code).toBe(1)
  await expectSame(there, join(folder, 'restored/storage'), from.keys)
})

it.runIf(isPostgres)('a clone without keys has everything but those', async () => {
  const there = await emptyDatabase()
  const storage = join(folder, 'cloned')
  const to = ['--to', urlOf(there), '--files', storage]
  expect((await run(['clone', ...to, '--without-keys'], environment)).code).toBe(0)
  await expectSame(there, storage)
})

it.runIf(isPostgres)(
  'what moves into a project that is there keeps its passwords, rows and files',
  async () => {
    const there = await emptyDatabase()
    const project = await givenPlatform({ database: there.settings, migrationsDir })
    const to = ['--to', urlOf(there), '--url', project.url]
    const keyed = { ...environment, PLATFORM_SERVICE_KEY: project.keys.secret }
    expect(await run(['move', ...to], environment)).toMatchObject({ code: 1 })
    expect(await run(['move', ...to], keyed)).toMatchObject({ code: 0, said: { files: 1 } })
    await expectEverything(project)
    expect((await run(['move', ...to], keyed)).code).toBe(1)
    await project.close()
  },
)

it.runIf(isPostgres)('nothing goes where the migrations are missing that made it', async () => {
  const { TEST_MIGRATIONS_DIR: _, ...without } = environment
  const there = await emptyDatabase()
  expect(await run(['clone', '--to', urlOf(there), '--files', join(folder, 'none')], without)).toMatchObject({
    ...{ code: 1, said: expect.stringContaining('0001') },
  })
})

async function expectSame(database: TestDatabase, storage: string, keys?: TestPlatform['keys']) {
  const platform = await givenPlatform({
    database: database.settings,
    storage: { folder: storage },
    migrationsDir,
  })
  expect(platform.keys.secret === from.keys.secret).toBe(keys !== undefined)
  await expectEverything(platform)
  await platform.close()
}

async function expectEverything(platform: TestPlatform) {
  const admin = serviceClient(platform)
  const { data } = await admin.storage.from('papers').download('a/note.txt')
  expect(await data?.text()).toBe('a note')
  expect((await admin.from('memos').select('name')).data).toEqual([{ name: 'Асель' }])
  const { error } = await visitorClient(platform).auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  const { rows } = await sql`select name from app.things order by id`.execute(platform.db)
  expect(rows).toEqual([{ name: 'a lamp' }, { name: 'a kettle' }])
  // The sequence has come along.
  const next = await sql`insert into app.things (name) values ('a chair') returning id`.execute(platform.db)
  expect(next.rows).toEqual([{ id: 3 }])
  expect((await sql`select from realtime.messages`.execute(platform.db)).rows).toEqual([])
}

/** A folder to begin quickly in, with the platform's tables and nothing in them. */
async function databaseInFolder(dataDir: string): Promise<TestDatabase> {
  const template = inject('platformTemplate')
  if (template.kind !== 'pglite') throw new Error('This run is for a server.')
  await mkdir(dataDir, { recursive: true })
  execFileSync('tar', ['-xf', template.dumpFile, '-C', dataDir])
  return { settings: { kind: 'pglite', dataDir }, drop: async () => {} }
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await givenEmptyDatabase()
  databases.push(database)
  return database
}

function urlOf({ settings }: TestDatabase): string {
  return settings.kind === 'postgres' ? settings.url : ''
}

function variablesOf(database: TestDatabase, dataDir: string): Record<string, string> {
  return { DATABASE_URL: urlOf(database), TEST_DATA_DIR: dataDir, TEST_MIGRATIONS_DIR: migrationsDir }
}

async function run(args: readonly string[], env: Record<string, string>) {
  const { code, said } = await runCommand(args, env)
  return { code, said: said.startsWith('{') ? JSON.parse(said) : said }
}
