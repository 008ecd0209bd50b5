import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Loaded, loadScripts, type Script } from '../src/backup/scripts/load-scripts.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import { runCommand } from '../src/runner/run-command.ts'
import { visitorClient } from '../testing/clients.ts'
import { givenDatabase, givenEmptyDatabase, type TestDatabase } from '../testing/given-database.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
const password = 'Wide-steppe-2026'
/** Made by pg_dump and pg_dumpall 15 as the CLI of Supabase calls them, of a small project. */
const dump = (name: string) => join(import.meta.dirname, 'dumps', name)

let folder: string
const places: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-test-'))
})
afterAll(async () => {
  for (const { drop } of places) await drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a dump of a hosted project', () => {
  it.each([
    ['rows by COPY', ['roles.sql', 'schema.sql', 'data-copy.sql']],
    ['rows by INSERT', ['roles.sql', 'schema.sql', 'data-inserts.sql']],
    ['all of its cluster', ['cluster.sql']],
  ])('is here as it was there: %s', async (_, files) => {
    const place = await emptyPlace()
    const { code, said } = await load(place, files.map(dump))
    expect({ code, said }).toEqual({ code: 0, said: expect.any(Object) })
    const loaded = said as Loaded
    expect(loaded.rows).toMatchObject({ 'auth.users': 2, 'auth.identities': 2, 'storage.objects': 1 })
    expect(loaded.leftBehind).toEqual(
      expect.arrayContaining([
        'auth.audit_log_entries',
        'auth.flow_state',
        'auth.refresh_tokens',
        'auth.sessions',
      ]),
    )
    expect(loaded).toMatchObject({ filesWithoutBytes: 1, unreadable: 2 })

    const platform = await open(place)
    await expectProject(platform)
    await platform.close()
  })

  it('tells which extensions are left out, and where', async () => {
    const { said } = await load(await emptyPlace(), [dump('roles.sql'), dump('schema.sql')])
    const told = (said as Loaded).leftOut.map((each) => each.slice(each.indexOf(':') + 1))
    expect(told).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+: extension pg_net: /)]))
  })
})

describe('a seed', () => {
  it('signs in whom it made', async () => {
    const place = await emptyPlace()
    expect(await load(place, [dump('seed.sql')])).toMatchObject({ code: 0 })
    const platform = await open(place)
    for (const email of ['user2@example.com', 'seeded@example.com']) {
      const { error } = await visitorClient(platform).auth.signInWithPassword({ email, password })
      expect(error).toBeNull()
    }
    const { rows } = await sql`select text from public.todos order by id`.execute(platform.db)
    expect(rows).toEqual([{ text: 'one; two' }, { text: 'three' }])
    await platform.close()
  })
})

it('has rows of COPY as COPY has them', async () => {
  const made = await givenDatabase()
  const database = await openDatabase(made.settings)
  const script = `create domain word as char(4);
create table fits (a varchar(3), b char(3), c bit(3), d numeric(4,1), e word, f bit(3)[], g "char");
COPY fits FROM stdin;
abc\tab\t101\t1.25\tabc\t{101,011}\tx
\\N\tabc   \t\\N\t\\N\t\\N\t\\N\t\\N
\\.
`
  const rows = await database.withSession(async (session) => {
    await loadScripts(session, [given('a.sql', script)])
    return session.query('select fits::text as row from public.fits')
  })
  expect(rows).toEqual([{ row: '(abc,"ab ",101,1.3,"abc ","{101,011}",x)' }, { row: '(,abc,,,,,)' }])
  await database.close().then(made.drop)
})

it('begins each script as who loads it, and ends so', async () => {
  const made = await givenDatabase()
  const database = await openDatabase(made.settings)
  const whoAmI = 'select current_user::text as name'
  await database.withSession(async (session) => {
    const before = await session.query(whoAmI)
    const makes = 'create role narrow; grant narrow to current_user; set role narrow;'
    await loadScripts(session, [
      given('a.sql', makes),
      given('b.sql', 'create table after_role (id int); set role narrow;'),
    ])
    expect(await session.query(whoAmI)).toEqual(before)
    await session.script('drop role narrow')
  })
  await database.close().then(made.drop)
})

describe('what cannot be had', () => {
  let database: OpenDatabase
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await givenDatabase()
    drop = made.drop
    database = await openDatabase(made.settings)
  })
  afterAll(() => database.close().then(drop))

  it.each<readonly [string, string | RegExp]>([
    ['create table a (id int);\ncreate table a (id int);', 'a.sql:2: relation "a" already exists'],
    [
      'create schema etl;\ncreate table etl.jobs (id int);',
      'a.sql:2: the schema etl is one of the services here',
    ],
    [
      "create function begin() returns int language sql as 'select 1';\ncommit;\ncreate table b (id int);\nselect 1/0;",
      'a.sql:4: division by zero',
    ],
    ['create extension if not exists postgis;', 'a.sql:1: this database has no extension postgis'],
    ['create table a (b text);\n\\i other.sql', "a.sql:2: psql's \\i is not obeyed here"],
    ['\\connect other', "a.sql:1: psql's \\connect is not obeyed here"],
    ["set client_encoding = 'LATIN1';", 'a.sql:1: only UTF-8 is read, not LATIN1'],
    ['create table a (b text);\nrollback;', 'a.sql:2: ROLLBACK would undo all that was loaded'],
    ['create table a (b text);\nabort;', 'a.sql:2: ABORT would undo all that was loaded'],
    ['create table a (b int);\nCOPY a (b) FROM stdin;\n1\n', 'a.sql:3: the file ends before what it began'],
    ['create table a (b int);\nCOPY a (b) FROM stdin;\n1\n2\t3\n\\.\n', 'a.sql:4: 2 values for 1 columns'],
    [
      'create table a (b int);\nCOPY a (b) FROM stdin csv;\n1\n\\.\n',
      'a.sql:2: only COPY in the text format',
    ],
    ...['varchar(3)', 'char(3)', 'bit(3)', 'varbit(3)', 'varchar(3)[]', 'three'].map((type) => {
      const value = type.endsWith('[]') ? '{1010}' : '1010'
      const script = `create domain three as varchar(3);\ncreate table a (b ${type});\nCOPY a (b) FROM stdin;\n${value}\n\\.\n`
      return [script, /^a.sql:4: (value too long|bit string)/] as const
    }),
    ['-- PostgreSQL database dump\ncreate table a (b int);\n', 'a.sql:2: the file ends before what it began'],
    [
      `create table a (id int primary key, b int references a);
set session_replication_role = replica;
insert into a values (1, 2);
reset all;`,
      'a.sql:4: insert or update on table "a" violates foreign key constraint "a_b_fkey"',
    ],
  ])('is told with its line, and nothing is kept: %j', async (script, words) => {
    const scripts = () => [given('first.sql', 'create table first (id int);'), given('a.sql', script)]
    const refused = () => database.withSession((session) => loadScripts(session, scripts()))
    await expect(refused()).rejects.toThrow(words)
    // Were the first kept, it would be there already.
    await expect(refused()).rejects.toThrow(words)
  })

  it('is a transaction that did not stand to the end', async () => {
    const refused = database.withSession((session) => {
      const text = (async function* () {
        yield 'create table lost (id int);\n'
        await session.script('rollback; begin')
      })()
      return loadScripts(session, [{ name: 'a.sql', text }])
    })
    await expect(refused).rejects.toThrow('ended the transaction')
  })

  it.each([
    ['none.sql', 'there is no such file'],
    ['.', 'it is a folder'],
  ])('is a file that cannot be read, before a database is made: %s', async (name, why) => {
    const file = join(folder, name)
    const dataDir = join(folder, crypto.randomUUID())
    const told = await load({ environment: { DATABASE_URL: '', TEST_DATA_DIR: dataDir } }, [file])
    expect(told).toEqual({ code: 1, said: `${file} cannot be read: ${why}.` })
    expect(existsSync(dataDir)).toBe(false)
  })

  it("never takes what is the project's own for the services'", async () => {
    const script = `create table public.platform (id int); create table public.secrets (id int);
      revoke all on platform from anon, authenticated; revoke all on public.secrets from authenticator, anon;
      create function public.mine() returns int language sql as 'select 1';
      revoke execute on function public.mine() from postgres, public, anon, authenticated, service_role;
      create policy "based on auth.uid()" on public.secrets as restrictive for select using (auth.uid() is not null);
      create index "idx on auth.x" on public.secrets (id);
      create policy kept on auth.users using (true);`
    const { leftOut } = await database.withSession((session) =>
      loadScripts(session, [given('own.sql', script)]),
    )
    expect(leftOut).toEqual(['own.sql:7: policy kept on auth.users'])
    const [found] = await database.withSession((session) =>
      session.query(`select has_table_privilege('anon', 'public.platform', 'select') as platform,
        has_table_privilege('anon', 'public.secrets', 'select') as secrets,
        has_function_privilege('anon', 'public.mine()', 'execute') as mine,
        (select count(*)::int from pg_policies where tablename = 'secrets') as policies,
        to_regclass('public."idx on auth.x"') is not null as indexed`),
    )
    expect(found).toEqual({ platform: false, secrets: false, mine: false, policies: 1, indexed: true })
  })

  it('is no UTF-8', async () => {
    await writeFile(join(folder, 'bytes.sql'), Buffer.from("select 'caf\xe9';", 'latin1'))
    const { code, said } = await load(await emptyPlace(), [join(folder, 'bytes.sql')])
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('is not UTF-8') })
  })
})

function given(name: string, text: string): Script {
  return {
    name,
    text: (async function* () {
      yield text
    })(),
  }
}

async function expectProject(platform: TestPlatform) {
  const client = visitorClient(platform)
  const { data, error } = await client.auth.signInWithPassword({ email: 'asel@example.com', password })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toEqual({ name: 'Асель "Ася" \\ Нур' })
  expect(data.user?.factors).toHaveLength(1)
  // By the policy of the dump.
  const { data: notes } = await client.from('notes').select('*')
  expect(notes).toEqual([
    {
      ...{ id: 1, author: data.user?.id, Заголовок: 'Первая; -- не комментарий' },
      body: "строка\tс табом\nи 'кавычкой' \\ $$ $1",
      ...{ mood: 'so; so', tags: ['a,b', 'c"d'], facts: { k: ['ж', 1.5] }, price: 12.5, length: 35 },
      ...{ token: expect.any(String), raw: '\\xdeadbeef' },
    },
  ])
  const next =
    await sql`insert into public.notes ("Заголовок") values ('ещё') returning id::text, body`.execute(
      platform.db,
    )
  // The sequence has come along, the trigger works again, and it had not touched what was loaded.
  expect(next.rows).toEqual([{ id: '3', body: 'по триггеру; $1' }])
  const untouched = await sql`select body from public.notes where id = 2`.execute(platform.db)
  expect(untouched.rows).toEqual([{ body: null }])
  const price = await sql`select public.price_of(1)::text as price`.execute(platform.db)
  expect(price.rows).toEqual([{ price: '12.50' }])
  const told =
    await sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`.execute(
      platform.db,
    )
  expect(told.rows).toEqual([{ tablename: 'notes' }])
  await expect(sql`insert into public.pairs (other) values (99)`.execute(platform.db)).rejects.toThrow(
    'pairs_other_fkey',
  )
  const dana = await client.auth.signInWithPassword({ email: 'dana@example.com', password })
  expect(dana.error?.code).toBe('invalid_credentials')
  const { data: file } = await client.storage.from('avatars').download('a/asel.png')
  expect(file).toBeNull()
}

type Place = TestDatabase & { environment: Record<string, string> }

async function emptyPlace(): Promise<Place> {
  const dataDir = join(folder, crypto.randomUUID())
  const database = isPostgres ? await givenEmptyDatabase() : await databaseInFolder(join(dataDir, 'db'))
  places.push(database)
  const url = database.settings.kind === 'postgres' ? database.settings.url : ''
  return { ...database, environment: { DATABASE_URL: url, TEST_DATA_DIR: dataDir } }
}

/** A folder to begin quickly in, with the platform's tables and nothing in them. */
async function databaseInFolder(dataDir: string): Promise<TestDatabase> {
  const template = inject('platformTemplate')
  if (template.kind !== 'pglite') throw new Error('This run is for a server.')
  await mkdir(dataDir, { recursive: true })
  execFileSync('tar', ['-xf', template.dumpFile, '-C', dataDir])
  return { settings: { kind: 'pglite', dataDir }, drop: async () => {} }
}

function open({ settings }: Place): Promise<TestPlatform> {
  return givenPlatform({ database: settings, storage: { folder: join(folder, 'files') } })
}

async function load(
  { environment }: Pick<Place, 'environment'>,
  files: readonly string[],
): Promise<{ code: number; said: Loaded | string }> {
  const { code, said } = await runCommand(['load', ...files], environment)
  return { code, said: said.startsWith('{') ? (JSON.parse(said) as Loaded) : said }
}
