import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countNotes, insertNote, openNotesDatabase } from '../../../testing/open-notes-database.ts'
import { databaseRefusal } from '../../http/postgres-error.ts'
import type { OpenDatabase } from '../database.ts'
import { runPrepared, withHints } from '../hints.ts'
import { runInBackground, runInBackgroundForMany } from '../run-in-background.ts'
import type { PlatformTables } from '../tables.ts'
import { PGliteWire } from './pglite-wire.ts'
import { runAutovacuum } from './run-autovacuum.ts'

let database: OpenDatabase
let db: Kysely<PlatformTables>

beforeAll(async () => {
  database = await openNotesDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(() => sql`delete from notes`.execute(db))

const insert = (id: number, text?: string) => insertNote(db, id, text)
const count = () => countNotes(db)

describe('a statement', () => {
  it('takes values of every type, the first time and the fifth', async () => {
    const at = new Date('2026-11-21T00:00:00Z')
    for (let times = 0; times < 5; times++) {
      const { rows } = await sql`
        select ${times}::int as n, ${'да'}::text as t, ${null}::text as nothing, ${at}::timestamptz as at,
          ${['a', 'b']}::text[] as list, ${JSON.stringify({ a: 1 })}::jsonb as json, ${true}::boolean as yes`.execute(
        db,
      )
      expect(rows).toEqual([
        { n: times, t: 'да', nothing: null, at, list: ['a', 'b'], json: { a: 1 }, yes: true },
      ])
    }
  })

  it('says how many rows it changed', async () => {
    await db.executeQuery(insert(1))
    await db.executeQuery(insert(2))
    const { numAffectedRows } = await sql`update notes set text = null`.execute(db)
    expect(numAffectedRows).toBe(2n)
  })

  it('finds a partial index by a condition among its parameters, however often it comes', async () => {
    for (let times = 0; times < 10; times++) {
      await sql`insert into notes (id, text) values (${times}, 'one')
        on conflict (text) where kept = ${true} do nothing`.execute(db)
    }
    expect(await count()).toBe(1)
  })

  it('goes on when the tables change under it', async () => {
    const all = () => sql<Record<string, unknown>>`select * from notes where id = ${1}`.execute(db)
    await db.executeQuery(insert(1))
    for (let times = 0; times < 3; times++) await all()
    await sql`alter table notes add column colour text default 'red'`.execute(db)
    expect((await all()).rows[0]).toMatchObject({ colour: 'red' })
    await database.withSession((session) => session.script('alter table notes drop column colour'))
    expect((await all()).rows[0]).not.toHaveProperty('colour')
  })

  it('that is refused leaves those after it alone', async () => {
    await db.executeQuery(insert(1))
    for (let times = 0; times < 3; times++) {
      await expect(db.executeQuery(insert(1))).rejects.toMatchObject({ code: '23505' })
      await expect(sql`select no_such_column from notes`.execute(db)).rejects.toMatchObject({ code: '42703' })
      expect(await count()).toBe(1)
    }
  })
})

describe('whose turn it is', () => {
  /** Asks for all of these while somebody else has the connection, and answers in which order they had it. */
  async function orderOf(asking: Record<string, (ask: () => Promise<unknown>) => Promise<unknown>>) {
    const order: string[] = []
    const all: Promise<unknown>[] = []
    // So that no job is due a turn of those that visitors leave them.
    await runInBackground(count)
    await db.transaction().execute(async (trx) => {
      await trx.executeQuery(insert(1))
      for (const [name, within] of Object.entries(asking)) {
        all.push(within(() => count().then(() => order.push(name))))
      }
      await trx.executeQuery(insert(2))
    })
    await Promise.all(all)
    return order
  }

  it('is a visitor’s, however many jobs have waited for longer', async () => {
    const jobs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`job ${at}`, runInBackground]))
    const order = await orderOf({ ...jobs, visitor: (ask) => ask() })
    expect(order[0]).toBe('visitor')
    expect(order).toHaveLength(31)
  })

  it('is the queue’s before any one job’s', async () => {
    const order = await orderOf({
      job: runInBackground,
      other: runInBackground,
      queue: runInBackgroundForMany,
    })
    expect(order).toEqual(['queue', 'job', 'other'])
  })
})

describe('a plan', () => {
  it('of a statement is made for the values at hand, and of what a function does once for any', async () => {
    for (let times = 0; times < 20; times++) {
      await sql`select text from notes where id = ${times} and kept = ${true}`.execute(db)
    }
    const { rows } = await sql<{ generic: number; mode: string }>`
      select coalesce(sum(generic_plans), 0)::int as generic, current_setting('plan_cache_mode') as mode
      from pg_prepared_statements where cardinality(parameter_types) > 0`.execute(db)
    expect(rows).toEqual([{ generic: 0, mode: 'auto' }])
  })

  it('of a statement that any plan does for is kept, unless one for the values at hand is better', async () => {
    const plansOf = async (text: string) =>
      (
        await sql<{ generic: number; custom: number }>`
          select coalesce(sum(generic_plans), 0)::int as generic, coalesce(sum(custom_plans), 0)::int as custom
          from pg_prepared_statements where statement like ${text}`.execute(db)
      ).rows[0]
    for (let times = 0; times < 20; times++) {
      const asked = sql<{ n: number }>`select count(*)::int as n from notes where id = ${times}::int and kept`
      expect(await runPrepared(db, asked)).toEqual([{ n: 0 }])
    }
    expect(await plansOf('%count(%from notes where id%')).toMatchObject({ generic: 14, custom: 5 })
    await sql`insert into notes (id, text) select each, each::text from generate_series(1, 3000) as each`.execute(
      db,
    )
    await sql`analyze notes`.execute(db)
    for (let times = 0; times < 20; times++) {
      await runPrepared(db, sql`select sum(id) from notes where ${times}::int < 0`)
    }
    // Nothing is read for these values; a plan for any would have to be ready to read everything.
    expect(await plansOf('%sum(id)%')).toMatchObject({ generic: 0 })
  })

  it('that is kept shows everybody their own rows', async () => {
    await sql`create table letters (owner text)`.execute(db)
    await sql`insert into letters values ('ann'), ('bob')`.execute(db)
    await sql`alter table letters enable row level security`.execute(db)
    for (const role of ['plain', 'locked', 'trusted']) await sql`create role ${sql.id(role)}`.execute(db)
    await sql`alter role trusted bypassrls`.execute(db)
    await sql`grant select on letters to plain, locked, trusted`.execute(db)
    await sql`create policy own on letters to plain using (owner = current_setting('app.name'))`.execute(db)
    const seenBy = (role: string, name: string) =>
      db.transaction().execute(async (trx) => {
        const become = sql`select set_config('app.name', ${name}, true), set_config('role', ${role}, true)`
        await trx.executeQuery(withHints(become.compile(trx), { deferred: true }))
        const read = sql`select owner from letters order by owner limit ${5}::int`.compile(trx)
        const hinted = withHints(read, { last: true, anyPlan: true })
        const { rows } = await trx.executeQuery<{ owner: string }>(hinted)
        return rows.map(({ owner }) => owner)
      })
    for (let times = 0; times < 10; times++) {
      expect(await seenBy('plain', 'ann')).toEqual(['ann'])
      expect(await seenBy('trusted', 'ann')).toEqual(['ann', 'bob'])
      expect(await seenBy('locked', 'ann')).toEqual([])
      expect(await seenBy('plain', 'bob')).toEqual(['bob'])
    }
    for (let times = 0; times < 10; times++) expect(await seenBy('plain', 'ann')).toEqual(['ann'])
    expect(await seenBy('plain', 'bob')).toEqual(['bob'])
    await sql`alter policy own on letters using (false)`.execute(db)
    expect(await seenBy('plain', 'bob')).toEqual([])
  })

  it('that is kept answers with what its table has now', async () => {
    const all = () => runPrepared<Record<string, unknown>>(db, sql`select * from notes where id = ${1}::int`)
    await db.executeQuery(insert(1))
    for (let times = 0; times < 10; times++) await all()
    await sql`alter table notes add column colour text default 'red'`.execute(db)
    expect((await all())[0]).toMatchObject({ colour: 'red' })
    await sql`alter table notes drop column colour`.execute(db)
    expect((await all())[0]).not.toHaveProperty('colour')
  })

  it('is made for as many rows as there are, soon after there are many', async () => {
    await sql`insert into notes (id, text) select each, each::text from generate_series(1, 3000) as each`.execute(
      db,
    )
    const known = async () =>
      (await sql<{ n: number }>`select reltuples::int as n from pg_class where relname = 'notes'`.execute(db))
        .rows[0]?.n
    expect(await runAutovacuum(db)).toContain('public.notes')
    expect(await known()).toBe(3000)
    expect(await runAutovacuum(db)).toEqual([])
    await sql`delete from notes where id > 1000`.execute(db)
    expect(await runAutovacuum(db)).toContain('public.notes')
    expect(await known()).toBe(1000)
  })
})

describe('a transaction', () => {
  it('keeps all or nothing', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await trx.executeQuery(insert(1))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await count()).toBe(0)
  })

  it('that hides a failed statement is not taken for committed', async () => {
    const hiding = db.transaction().execute(async (trx) => {
      await trx.executeQuery(insert(1))
      await trx.executeQuery(insert(1)).catch(() => {})
    })
    await expect(hiding).rejects.toThrow()
    expect(await count()).toBe(0)
  })

  it('without a statement costs nothing and breaks nothing', async () => {
    const setting = CompiledQuery.raw("select set_config('role', $1, true)", ['no_such_role'])
    await db.transaction().execute(async () => {})
    await db
      .transaction()
      .execute(async (trx) => void (await trx.executeQuery(withHints(setting, { deferred: true }))))
    expect(await count()).toBe(0)
  })

  it('begins with what was deferred, and fails with it', async () => {
    const act = (role: string) =>
      db.transaction().execute(async (trx) => {
        const setting = sql`select set_config('role', ${role}, true)`.compile(trx)
        await trx.executeQuery(withHints(setting, { deferred: true }))
        return (await sql<{ role: string }>`select current_user as role`.execute(trx)).rows[0]?.role
      })
    await sql`create role reader`.execute(db)
    for (let times = 0; times < 3; times++) {
      expect(await act('reader')).toBe('reader')
      await expect(act('no_such_role')).rejects.toMatchObject({ code: '22023' })
    }
    expect((await sql`select current_user as role`.execute(db)).rows).toEqual([{ role: 'postgres' }])
  })

  it('ends with its last statement, kept or not', async () => {
    const last = (id: number) =>
      db.transaction().execute((trx) => trx.executeQuery(withHints(insert(id), { last: true })))
    await last(1)
    await expect(last(1)).rejects.toMatchObject({ code: '23505' })
    await last(2)
    expect(await count()).toBe(2)
  })

  it('of one statement has whom it is done as, and leaves nobody behind', async () => {
    await sql`create role writer`.execute(db)
    const setting = CompiledQuery.raw("select set_config('role', $1, true)", ['writer'])
    const asked = sql<{ role: string }>`select current_user as role`
    const once = () =>
      db.transaction().execute(async (trx) => {
        await trx.executeQuery(withHints(setting, { deferred: true }))
        return (await trx.executeQuery(withHints(asked.compile(trx), { last: true, anyPlan: true }))).rows
      })
    for (let times = 0; times < 10; times++) expect((await once())[0]).toMatchObject({ role: 'writer' })
    expect((await sql`select current_user as role`.execute(db)).rows).toEqual([{ role: 'postgres' }])
  })

  it('of one statement is undone when its end refuses it', async () => {
    await sql`create table later (id int unique deferrable initially deferred)`.execute(db)
    const twice = sql`insert into later (id) values (1), (1)`
    const inserting = () =>
      db.transaction().execute((trx) => trx.executeQuery(withHints(twice.compile(trx), { last: true })))
    for (let times = 0; times < 3; times++) await expect(inserting()).rejects.toMatchObject({ code: '23505' })
    expect((await sql`select id from later`.execute(db)).rows).toEqual([])
  })

  it('that wants to be of another kind is', async () => {
    const writing = () =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((trx) => trx.executeQuery(withHints(insert(7), { last: true })))
    // The second time its types are known, so that it could be sent in one breath.
    for (let times = 0; times < 2; times++) await expect(writing()).rejects.toMatchObject({ code: '25006' })
  })

  it('is let alone by everybody else', async () => {
    const others: Promise<unknown>[] = []
    await db.transaction().execute(async (trx) => {
      await trx.executeQuery(insert(1))
      others.push(
        count(),
        database.withSession((session) => session.query('select count(*)::int as n from notes')),
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
      await trx.executeQuery(insert(2))
    })
    expect(await Promise.all(others)).toEqual([2, [{ n: 2 }]])
  })
})

describe('what is left in the session', () => {
  const leave = () => sql`select set_config('app.left', 'behind', false)`.execute(db)
  const found = async () =>
    (await sql<{ left: string | null }>`select current_setting('app.left', true) as left`.execute(db)).rows[0]
      ?.left || null
  const asking = () => sql`select id from notes`.execute(db)

  it('is cleared away before somebody else’s turn', async () => {
    await leave()
    expect(await found()).toBeNull()
  })

  it.each([
    ['that never came to the database', databaseRefusal('57P03', 'the database cannot be opened')],
    ['that could not be sent', new Error('it cannot be cloned')],
  ])('is so before the next, after a turn %s', async (_what, error) => {
    await asking()
    await leave()
    vi.spyOn(PGliteWire.prototype, 'exchangeBytes').mockRejectedValueOnce(error)
    await expect(asking()).rejects.toBe(error)
    expect(await found()).toBeNull()
  })
})
