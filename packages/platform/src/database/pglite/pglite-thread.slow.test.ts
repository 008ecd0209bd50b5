import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it as itAnywhere } from 'vitest'
import { holdPGlite } from '../../../testing/hold-pglite.ts'
import { actAs, visitorIdentity } from '../act-as.ts'
import { withHints } from '../hints.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { runInBackground } from '../run-in-background.ts'
import type { PlatformTables } from '../tables.ts'

// A suite of PGlite: the run on PostgreSQL would only repeat it.
const it = itAnywhere.runIf(process.env.TEST_DATABASE === 'pglite')

/** So long that nothing else overstays where the machine is busy: to overstay keeps a processor busy for all of it. */
const statementTimeoutMs = 2_000

let folder: string
let database: OpenDatabase
let db: Kysely<PlatformTables>

beforeAll(async () => {
  await holdPGlite()
  folder = await mkdtemp(join(tmpdir(), 'pglite-thread-'))
  database = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db'), statementTimeoutMs })
  db = database.db
  await database.withSession(({ script }) =>
    script(`
      create role anon;
      create table notes (id int primary key, text text);
      create table loops (id int);
      create function spend(seconds float8) returns boolean language plpgsql as $$
        declare started timestamptz := clock_timestamp();
        begin
          while clock_timestamp() < started + make_interval(secs => seconds) loop end loop;
          return true;
        end $$;
      create function loop_on() returns trigger language plpgsql as
        $$ begin insert into loops values (new.id + 1); return new; end $$;
      create trigger loop_on after insert on loops for each row execute function loop_on();
    `),
  )
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => sql`delete from notes`.execute(db))

const insert = (id: number, on: Kysely<PlatformTables> = db) =>
  sql`insert into notes (id) values (${id})`.execute(on)
const overstay = (on: Kysely<PlatformTables> = db) => sql`select spend(3600)`.execute(on)
const ids = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map(({ id }) => id)
const oneRow = async (query: Promise<{ rows: unknown[] }>) => (await query).rows[0]

describe('a statement that overstays', () => {
  it('is refused, and the process goes on meanwhile', async () => {
    let turns = 0
    const turning = setInterval(() => turns++, 10)
    await expect(overstay()).rejects.toMatchObject({ code: '57014', severity: 'ERROR' })
    clearInterval(turning)
    expect(turns).toBeGreaterThan(5)
  })

  it('takes nothing along that was acknowledged, and nobody who waits behind it', async () => {
    const acknowledged: number[] = []
    let next = 0
    const writing = Array.from({ length: 4 }, async () => {
      while (next < 200) {
        const id = next++
        await insert(id)
        acknowledged.push(id)
        if (id === 100) await expect(overstay()).rejects.toMatchObject({ code: '57014' })
      }
    })
    await Promise.all(writing)
    expect(acknowledged).toHaveLength(200)
    expect(await ids()).toEqual(acknowledged.sort((a, b) => a - b))
  })

  it('takes nobody along who was sent behind it, and does nothing twice', async () => {
    await sql`create table visits (id int)`.execute(db)
    await sql`grant insert on visits to anon`.execute(db)
    const visit = (id: number, seconds = 0) =>
      actAs(db, visitorIdentity, async (trx, ofLast) => {
        const visiting = sql`insert into visits select ${id}::int where spend(${seconds}::float8)`.compile(
          trx,
        )
        await trx.executeQuery(withHints(visiting, { ...ofLast, anyPlan: true }))
      })
    // Known from here on, and sent ahead.
    for (let id = -3; id < 0; id++) await visit(id)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, id) => visit(id, id === 10 ? 60 : 0)),
    )
    const refused = outcomes.flatMap((outcome, id) =>
      outcome.status === 'rejected' ? [{ id, code: outcome.reason.code }] : [],
    )
    expect(refused).toEqual([{ id: 10, code: '57014' }])
    const { rows } = await sql<{ id: number }>`select id from visits where id >= 0 order by id`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, id) => id).filter((id) => id !== 10),
    )
  })

  it('undoes its transaction, of which nothing is done as somebody else', async () => {
    const said: unknown[] = []
    const acting = actAs(db, visitorIdentity, async (trx) => {
      said.push(await oneRow(sql`select current_user as role`.execute(trx)))
      await overstay(trx).catch((error) => said.push(error.code))
      await sql`select current_user as role`.execute(trx).catch((error) => said.push(error.code))
    })
    await expect(acting).rejects.toThrow()
    expect(said).toEqual([{ role: 'anon' }, '57014', '25P02'])

    const writing = db.transaction().execute(async (trx) => {
      await insert(1, trx)
      await overstay(trx)
    })
    await expect(writing).rejects.toMatchObject({ code: '57014' })
    expect(await ids()).toEqual([])
  })

  it('may take its time when no request waits for it', async () => {
    const seconds = (statementTimeoutMs * 1.5) / 1000
    const job = runInBackground(() => sql`select spend(${seconds}::float8) as done`.execute(db))
    expect(await oneRow(job)).toEqual({ done: true })
    await database.withSession(({ script }) => script(`select spend(${seconds})`))
  })

  it('leaves those who listen listening', async () => {
    const heard: string[] = []
    const end = await database.listen('News', (payload) => heard.push(payload))
    await sql`select pg_notify('News', 'before')`.execute(db)
    await expect(overstay()).rejects.toMatchObject({ code: '57014' })
    await sql`select pg_notify('News', 'after')`.execute(db)
    await expect.poll(() => heard).toEqual(['before', '', 'after'])
    await end()
    await sql`select pg_notify('News', 'over')`.execute(db)
    expect(heard).toHaveLength(3)
  })
})

describe('a statement that nests too deeply', () => {
  const deep: Record<string, string> = {
    'a trigger that calls itself': 'insert into loops values (1)',
    'a path in what is selected': `select '{}'::jsonb${'->0'.repeat(20_000)}`,
    'a path in a filter': `select 1 from notes where to_jsonb(notes)${'->0'.repeat(20_000)} is null`,
    'a path in an order': `select 1 from notes order by to_jsonb(notes)${'->0'.repeat(20_000)}`,
    'a document': `select '${'['.repeat(50_000)}${']'.repeat(50_000)}'::jsonb`,
  }
  it.each(Object.entries(deep))('is refused, and the next one answered: %s', async (_, text) => {
    const nesting = runInBackground(() => sql.raw(text).execute(db))
    await expect(nesting).rejects.toMatchObject({ code: '54001' })
    expect(await oneRow(sql`select count(*)::int as n from loops`.execute(db))).toEqual({ n: 0 })
  })
})

it('is opened again when a statement breaks it', async () => {
  await insert(1)
  // PGlite knows no programs, and throws where PostgreSQL cannot catch it.
  const breaking = sql`copy notes to program 'cat'`.execute(db)
  await expect(breaking).rejects.toMatchObject({ code: '57P02' })
  expect(await ids()).toEqual([1])
})

it('in memory is lost with its thread, and says so', async () => {
  const memory = await openDatabase({ kind: 'pglite', dataDir: 'memory', statementTimeoutMs: 200 })
  const endless = sql`select count(*) from generate_series(1, 1e9)`
  await expect(endless.execute(memory.db)).rejects.toMatchObject({ code: '57014' })
  await expect(sql`select 1`.execute(memory.db)).rejects.toMatchObject({
    code: '57P03',
    message: expect.stringContaining('in memory'),
  })
  await memory.close()
})
