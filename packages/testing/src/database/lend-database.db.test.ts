import type { OpenDatabase } from '@app/platform/database/open-database'
import type { LentDatabase } from '@app/platform/testing/database-pool'
import { givenPlatform } from '@app/platform/testing/given-platform'
import { describe as describeDatabase } from '@app/platform/testing/renew-database'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { contentsOfProduct, lendDatabase } from './lend-database.ts'

const template = inject('databaseTemplate')
const over = 'this database was given back'

async function borrow(): Promise<LentDatabase> {
  const lent = await lendDatabase()
  onTestFinished(() => lent.release())
  return lent
}

function ask(db: Pick<Kysely<object>, 'executeQuery'>, text: string) {
  return db.executeQuery(CompiledQuery.raw(text))
}

async function answerOf({ db }: OpenDatabase, text: string): Promise<unknown> {
  const { rows } = await sql<{ answer: unknown }>`select (${sql.raw(text)}) as answer`.execute(db)
  return rows[0]?.answer
}

/** It only grows in one database, and begins anew in a new copy. */
async function ageOf(database: OpenDatabase): Promise<number> {
  return Number(await answerOf(database, 'pg_current_xact_id()::text'))
}

const addPerson = `insert into auth.users (id, email) values (gen_random_uuid(), 'aigul@example.kz')`

describe.skipIf(template.kind === 'postgres')('the next borrower finds as new', () => {
  test.each([
    ['a row of people', addPerson, 'select count(*)::int from auth.users', 0],
    [
      'a bucket’s file',
      `insert into storage.objects (bucket_id, name) select id, 'x' from storage.buckets limit 1`,
      'select count(*)::int from storage.objects',
      0,
    ],
    [
      'a job queue',
      `select pgboss.create_queue('x', '{"policy":"standard"}')`,
      `select count(*)::int from pgboss.queue`,
      0,
    ],
    [
      'when the queue last did something',
      'update pgboss.version set cron_on = now()',
      'select max(cron_on) from pgboss.version',
      null,
    ],
    [
      'a number that was drawn',
      `select setval(seqrelid::regclass, 100) from pg_sequence`,
      `select max(pg_sequence_last_value(seqrelid)) from pg_sequence`,
      null,
    ],
    ['a setting', `set work_mem = '1MB'`, `current_setting('work_mem') = '1MB'`, false],
    [
      'claims of the session',
      `select set_config('request.jwt.claims', '{"role":"anon"}', false)`,
      `nullif(current_setting('request.jwt.claims', true), '')`,
      null,
    ],
    ['a role', 'set role anon', 'current_user', 'postgres'],
    [
      'a lock of the session',
      'select pg_advisory_lock(7)',
      `select count(*)::int from pg_locks where locktype = 'advisory'`,
      0,
    ],
    [
      'a prepared statement',
      'prepare mine as select 1',
      `select count(*)::int from pg_prepared_statements where name = 'mine'`,
      0,
    ],
    ['a channel', 'listen mine', 'select count(*)::int from pg_listening_channels()', 0],
    ['a transaction left open', 'begin', "now() < clock_timestamp() - interval '1 hour'", false],
    ['what is known of rows', 'analyze', 'select count(*)::int from pg_statistic where starelid >= 16384', 0],
  ])('%s', async (_, change, question, asNew) => {
    const first = await borrow()
    const age = await ageOf(first.database)
    await ask(first.database.db, change)
    await first.release()

    const { database } = await borrow()
    expect(await answerOf(database, question)).toEqual(asNew)
    // The same one, and not a copy which would be as new by itself.
    expect(await ageOf(database)).toBeGreaterThan(age)
  })
})

test.skipIf(template.kind === 'postgres')(
  'the next suite of the platform finds its buckets as new',
  async () => {
    const bucketsAndAge = `select array_agg(id)::text, pg_current_xact_id()::text::int as age from storage.buckets`
    const borrowPlatform = async () => {
      const platform = await givenPlatform()
      onTestFinished(platform.close)
      const { rows } = await sql<{ array_agg: string; age: number }>`${sql.raw(bucketsAndAge)}`.execute(
        platform.db,
      )
      return { platform, buckets: rows[0]?.array_agg, age: rows[0]?.age ?? 0 }
    }
    const first = await borrowPlatform()
    await ask(first.platform.db, `insert into storage.buckets (id, name) values ('mine', 'mine')`)
    await ask(first.platform.db, addPerson)
    await first.platform.close()

    const next = await borrowPlatform()
    expect(next.buckets).toBe('{shared-files}')
    expect(next.age).toBeGreaterThan(first.age)
  },
)

describe.skipIf(template.kind === 'postgres')('it shows', () => {
  test.each([
    ['a table', 'create table public.mine ()'],
    ['a column', 'alter table auth.users add column mine int'],
    ['a default', `alter table auth.users alter column email set default 'x'`],
    ['an index', 'create index on auth.users (created_at, id)'],
    ['a view', 'create view public.mine as select 1'],
    ['a type', `create type public.mine as enum ('x')`],
    ['a function', `create function public.mine() returns int language sql as 'select 1'`],
    ['a trigger that is off', 'alter table public.quiz_leads disable trigger user'],
    ['a policy', 'create policy mine on public.quiz_leads using (true)'],
    ['a right to a table', 'grant delete on public.quiz_leads to anon'],
    ['a right to a sequence', 'grant usage on all sequences in schema public, auth to pg_monitor'],
    ['a right by default', 'alter default privileges grant select on tables to anon'],
    ['a role', 'create role mine'],
    ['a setting of a role', `alter role anon set work_mem = '1MB'`],
    ['a sequence', 'create sequence public.mine'],
    ['a comment', `comment on table public.quiz_leads is 'x'`],
    ['a publication', 'create publication mine'],
    ['a large object', `select lo_from_bytea(0, 'x')`],
    [
      'a key',
      `insert into platform.secrets select (jsonb_populate_record(each, '{"name":"mine"}')).* from platform.secrets as each limit 1`,
    ],
    ['a bucket', `insert into storage.buckets (id, name) values ('mine', 'mine')`],
    ['a migration', 'update platform.migrations set name = name || name'],
  ])('%s', async (_, change) => {
    const { database } = await borrow()
    const asNew = await describeDatabase(database.db, contentsOfProduct)
    const rollback = new Error('rolled back')
    const work = database.db.transaction().execute(async (trx) => {
      await ask(trx, change)
      expect(await describeDatabase(trx, contentsOfProduct)).not.toBe(asNew)
      throw rollback
    })
    await expect(work).rejects.toBe(rollback)
  })

  test('and whoever comes next is lent another one', async () => {
    const first = await borrow()
    await ask(first.database.db, 'create table public.mine ()')
    const age = await ageOf(first.database)
    await first.release()

    const { database } = await borrow()
    expect(await answerOf(database, `to_regclass('public.mine')`)).toBeNull()
    expect(await ageOf(database)).toBeLessThanOrEqual(age)
  })
})

describe.skipIf(template.kind === 'postgres')('who had it', () => {
  test.each<[string, (database: OpenDatabase) => Promise<unknown>]>([
    ['a built query', ({ db }) => db.selectFrom('auth.users').selectAll().execute()],
    ['a raw query', ({ db }) => ask(db, 'select 1')],
    ['a transaction', ({ db }) => db.transaction().execute(async () => {})],
    ['a connection', ({ db }) => db.connection().execute(async () => {})],
    ['a session', ({ withSession }) => withSession(async () => {})],
    ['a channel', ({ listen }) => listen('mine', () => {})],
    ['a dump', async ({ dump }) => dump?.()],
  ])('is refused %s afterwards, also while somebody else has it', async (_, late) => {
    const { database, release } = await borrow()
    await release()
    await expect(late(database)).rejects.toThrow(over)
    await borrow()
    await expect(late(database)).rejects.toThrow(over)
  })

  test('is waited for when at work, and refused what waits for a turn', async () => {
    const { database, release } = await borrow()
    const age = await ageOf(database)
    const hasBegun = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const atWork = database.db.transaction().execute(async (trx) => {
      hasBegun.resolve()
      await mayGoOn.promise
      await ask(trx, addPerson)
    })
    await hasBegun.promise
    const waiting = Promise.allSettled([
      ask(database.db, addPerson),
      database.withSession(({ script }) => script(addPerson)),
    ])
    const given = release()
    mayGoOn.resolve()
    await atWork
    expect(await waiting).toEqual([
      { status: 'rejected', reason: new Error(over) },
      { status: 'rejected', reason: new Error(over) },
    ])
    await given

    const next = await borrow()
    expect(await answerOf(next.database, 'select count(*)::int from auth.users')).toBe(0)
    expect(await ageOf(next.database)).toBeGreaterThan(age)
  })

  test('ends with the database when at work for too long', async () => {
    const { database, release } = await borrow()
    const hasBegun = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const atWork = database.withSession(async ({ script }) => {
      hasBegun.resolve()
      await mayGoOn.promise
      await script(addPerson)
    })
    await hasBegun.promise
    await release(10)
    mayGoOn.resolve()
    await expect(atWork).rejects.toThrow()

    const next = await borrow()
    expect(await answerOf(next.database, 'select count(*)::int from auth.users')).toBe(0)
  })

  test('gives it back once', async () => {
    const { release } = await borrow()
    await release()
    await release()
    const [one, other] = [await borrow(), await borrow()]
    await ask(one.database.db, addPerson)
    expect(await answerOf(other.database, 'select count(*)::int from auth.users')).toBe(0)
  })
})
