import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countNotes, insertNote, openNotesDatabase } from '../../../testing/open-notes-database.ts'
import type { OpenDatabase } from '../database.ts'
import { runPrepared, withHints } from '../hints.ts'
import { runInBackground } from '../run-in-background.ts'
import type { PlatformTables } from '../tables.ts'
import { PGliteWire } from './pglite-wire.ts'

let database: OpenDatabase
let db: Kysely<PlatformTables>

beforeAll(async () => {
  database = await openNotesDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(() => sql`delete from notes`.execute(db))

/** Returns the number of exchanges that were on their way at most while `work` ran. */
async function maxInFlight(work: () => Promise<unknown>): Promise<number> {
  const { exchangeBytes } = PGliteWire.prototype
  let max = 0
  let now = 0
  const watched = vi.spyOn(PGliteWire.prototype, 'exchangeBytes').mockImplementation(async function (
    this: PGliteWire,
    ...given
  ) {
    max = Math.max(max, ++now)
    return exchangeBytes.apply(this, given).finally(() => now--)
  })
  try {
    await work()
    return max
  } finally {
    watched.mockRestore()
  }
}

describe('transactions of one statement that come at once', () => {
  /** Writes a note as somebody, and answers as whom. */
  const writeAs = (name: string, id: number, role = 'postgres') =>
    db.transaction().execute(async (trx) => {
      const become = sql`select set_config('app.name', ${name}, true), set_config('role', ${role}, true)`
      await trx.executeQuery(withHints(become.compile(trx), { deferred: true }))
      const writing = sql<{ name: string }>`insert into notes (id, text)
        values (${id}::int, current_setting('app.name') || ${id}::text) returning text as name`
      const { rows } = await trx.executeQuery<{ name: string }>(
        withHints(writing.compile(trx), { last: true, anyPlan: true }),
      )
      return rows[0]?.name
    })

  beforeEach(async () => {
    for (let id = 1001; id < 1004; id++) await writeAs('first', id)
  })

  it('go ahead of each other’s answers, each as its own caller', async () => {
    const people = Array.from({ length: 40 }, (_, id) => ({ id, name: `person ${id} ` }))
    const max = await maxInFlight(async () => {
      const names = await Promise.all(people.map(({ id, name }) => writeAs(name, id)))
      expect(names).toEqual(people.map(({ id, name }) => `${name}${id}`))
    })
    expect(max).toBeGreaterThan(4)
    expect(max).toBeLessThanOrEqual(8)
    expect((await sql`select current_setting('app.name', true) as name`.execute(db)).rows).toEqual([
      { name: '' },
    ])
  })

  it('fail each for itself', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        writeAs('n', at % 4 === 1 ? 1001 : at, at % 4 === 2 ? 'nobody' : 'postgres'),
      ),
    )
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'written'))
    expect(codes).toEqual(Array.from({ length: 10 }, () => ['written', '23505', '22023', 'written']).flat())
    expect(await countNotes(db)).toBe(3 + 20)
  })

  it('are all answered before a transaction of several begins, or the tables change', async () => {
    const writing = Array.from({ length: 10 }, (_, id) => writeAs('n', id))
    const reading = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from notes`.execute(trx)
      await trx.executeQuery(insertNote(db, 500))
      return rows[0]?.n
    })
    const changing = sql`alter table notes add column colour text default 'red'`.execute(db)
    const after = Array.from({ length: 10 }, (_, at) => writeAs('n', 100 + at))
    expect(await reading).toBe(13)
    await Promise.all([...writing, changing, ...after])
    await sql`alter table notes drop column colour`.execute(db)
    expect(await countNotes(db)).toBe(24)
  })

  it('leave a job its own turn', async () => {
    const max = await maxInFlight(() =>
      runInBackground(() => Promise.all(Array.from({ length: 10 }, (_, id) => writeAs('job', id)))),
    )
    expect(max).toBe(1)
  })
})

describe('statements outside of transactions that come at once', () => {
  const write = (id: number) =>
    runPrepared<{ id: number }>(db, sql`insert into notes (id) values (${id}::int) returning id`)

  beforeEach(async () => {
    for (let id = 1001; id < 1004; id++) await write(id)
  })

  it('go ahead of each other’s answers, where they say that nothing follows', async () => {
    const ids = Array.from({ length: 40 }, (_, id) => id)
    const max = await maxInFlight(async () => {
      expect(await Promise.all(ids.map(write))).toEqual(ids.map((id) => [{ id }]))
    })
    expect(max).toBeGreaterThan(4)
    expect(max).toBeLessThanOrEqual(8)
  })

  it('fail each for itself', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => write(at % 4 === 1 ? 1001 : at)),
    )
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'written'))
    expect(codes).toEqual(Array.from({ length: 10 }, () => ['written', '23505', 'written', 'written']).flat())
    expect(await countNotes(db)).toBe(3 + 30)
  })

  it('stay within the transaction or the connection that they are asked on', async () => {
    const max = await maxInFlight(async () => {
      await db.transaction().execute(async (trx) => {
        for (const id of [1, 2])
          await runPrepared(trx, sql`insert into notes (id) values (${id}::int) returning id`)
      })
      await db.connection().execute(async (connection) => {
        for (const id of [3, 4])
          await connection.executeQuery(
            sql`insert into notes (id) values (${id}::int) returning id`.compile(db),
          )
      })
    })
    expect(max).toBe(1)
    expect(await countNotes(db)).toBe(3 + 4)
  })
})
