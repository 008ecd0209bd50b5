import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { describeError } from '@app/server/http/describe-error'
import { databaseOfServer, type ServerDatabase } from '@app/testing/database/database-of-server'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from './job.ts'
import { type Jobs, openJobs } from './jobs.ts'

let given: ServerDatabase
let database: OpenDatabase
let jobs: Jobs
let log: string[]

beforeEach(async () => {
  given = await databaseOfServer()
  database = given.opened ?? (await openDatabase(given.settings))
  log = []
  jobs = await open()
})
afterEach(async () => {
  await jobs.stop()
  await database.close()
  await given.release()
})

async function open(): Promise<Jobs> {
  const opened = await openJobs(database.db, {
    kind: given.settings.kind,
    describeError,
    pollSeconds: 0.5,
  })
  const write = (level: string) => (facts: object, message: string) =>
    void log.push(JSON.stringify({ level, ...facts, message }))
  opened.reportTo({ info: write('info'), warn: write('warn'), error: write('error') })
  return opened
}

const waterPlants = defineJob({
  name: 'water_plants',
  payload: z.object({ litres: z.number().int() }),
  retryLimit: 2,
  retryDelaySeconds: 1,
})
const enqueue = (litres: number, startAfter?: Date) =>
  database.db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, waterPlants, { litres }, { ...(startAfter && { startAfter }) }))

const countJobs = async (state: string) => {
  const statement = 'select count(*)::int as n from pgboss.job where state::text = $1'
  const { rows } = await database.db.executeQuery<{ n: number }>(CompiledQuery.raw(statement, [state]))
  return rows[0]?.n
}

test('a job is done once its transaction commits, and never when it does not', async () => {
  const done: number[] = []
  await jobs.register(waterPlants, async ({ payload }) => void done.push(payload.litres))
  await enqueue(1)
  await database.db
    .transaction()
    .execute(async (trx) => {
      await jobs.enqueue(trx, waterPlants, { litres: 2 })
      throw new Error('changed my mind')
    })
    .catch(() => {})

  expect(await jobs.drainQueue()).toEqual({ succeeded: 1, failed: 0 })
  expect(done).toEqual([1])
})

test('a job for later waits for its time', async () => {
  const done: number[] = []
  await jobs.register(waterPlants, async ({ payload }) => void done.push(payload.litres))
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000
  await enqueue(3, new Date(tomorrow))
  await jobs.drainQueue()
  expect(done).toEqual([])
  await jobs.drainQueue(new Date(tomorrow + 1000))
  expect(done).toEqual([3])
})

test('work that fails is tried again, and given up after its last try', async () => {
  const tries: [number, boolean][] = []
  await jobs.register(waterPlants, async ({ attempt, isLastAttempt }) => {
    tries.push([attempt, isLastAttempt])
    throw new Error('no water for aigerim@example.kz')
  })
  await enqueue(4)
  const later = new Date(Date.now() + 60 * 60 * 1000)
  for (let times = 0; times < 5; times++) await jobs.drainQueue(later)

  expect(tries).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  expect(log.filter((line) => line.includes('"error"') && line.includes('given up'))).toHaveLength(1)
  const { rows } = await database.db.executeQuery<{ output: unknown }>({
    ...database.db.selectNoFrom([]).compile(),
    sql: 'select output from pgboss.job',
    parameters: [],
  })
  expect(JSON.stringify([rows, log])).not.toContain('aigerim@')
})

test('a payload or a job that nobody knows is refused', async () => {
  await jobs.register(waterPlants, async () => {})
  await expect(enqueue(1.5)).rejects.toThrow()
  const paintFence = defineJob({ name: 'paint_fence', payload: z.object({}) })
  await expect(database.db.transaction().execute((trx) => jobs.enqueue(trx, paintFence, {}))).rejects.toThrow(
    'nobody does the job paint_fence',
  )
  await expect(jobs.register(waterPlants, async () => {})).rejects.toThrow('registered twice')
})

test('workers do jobs in batches, and one that fails does not take the others along', async () => {
  const done = new Set<number>()
  await jobs.register(waterPlants, async ({ payload }) => {
    if (payload.litres === 7) throw new Error('no water')
    done.add(payload.litres)
  })
  const litres = Array.from({ length: 200 }, (_, at) => at)
  await database.db.transaction().execute(async (trx) => {
    for (const each of litres) await jobs.enqueue(trx, waterPlants, { litres: each })
  })
  await jobs.startWorkers()
  await expect.poll(() => done.size).toBe(199)
  await expect.poll(() => countJobs('completed')).toBe(199)
})

const feedFish = defineJob({ name: 'feed_fish', payload: z.object({}), doesAll: true })

test('of a job that does all there is to do, one waits at most', async () => {
  let runs = 0
  await jobs.register(feedFish, async () => void runs++)
  const ask = () => database.db.transaction().execute((trx) => jobs.enqueue(trx, feedFish, {}))
  for (let times = 0; times < 5; times++) await ask()
  expect(await countJobs('created')).toBe(1)
  await jobs.drainQueue()
  expect(runs).toBe(1)
  await ask()
  expect(await countJobs('created')).toBe(1)
})

test('of those that were put off all wait, and the first that is done settles the rest', async () => {
  let runs = 0
  await jobs.register(feedFish, async () => void runs++)
  const ask = () =>
    database.db.transaction().execute((trx) => jobs.enqueue(trx, feedFish, {}, { startAfter: new Date(0) }))
  for (let times = 0; times < 3; times++) await ask()
  expect(await countJobs('created')).toBe(3)
  await jobs.startWorkers()
  await expect.poll(() => countJobs('completed')).toBe(3)
  expect(runs).toBe(1)
})

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'one that waits is not begun before the transaction ends that counts on it',
  async () => {
    await jobs.register(feedFish, async () => {})
    await database.db.transaction().execute((trx) => jobs.enqueue(trx, feedFish, {}))
    await database.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, feedFish, {})
      expect(await jobs.drainQueue()).toEqual({ succeeded: 0, failed: 0 })
    })
    expect(await jobs.drainQueue()).toEqual({ succeeded: 1, failed: 0 })
  },
)

test('a job that hangs fails alone, before its time is over for those beside it', async () => {
  const done: number[] = []
  const stuck = Promise.withResolvers<void>()
  await jobs.register({ ...waterPlants, retryLimit: 0, expireInSeconds: 2 }, async ({ payload }) => {
    if (payload.litres === 1) await stuck.promise
    done.push(payload.litres)
  })
  for (const litres of [1, 2, 3]) await enqueue(litres)
  await jobs.startWorkers()
  await expect.poll(() => countJobs('completed')).toBe(2)
  await expect.poll(() => countJobs('failed')).toBe(1)
  expect(log.filter((line) => line.includes('took too long'))).toHaveLength(1)
  stuck.resolve()
})

test('what recurs has a second try', () => {
  expect(() => jobs.schedule({ ...feedFish, retryLimit: 0 }, '* * * * *', {})).toThrow('needs a second try')
})

test('workers of two processes share the work and stop when told', async () => {
  const other = await open()
  const done: string[] = []
  await jobs.register(waterPlants, async ({ payload }) => void done.push(`a${payload.litres}`))
  await other.register(waterPlants, async ({ payload }) => void done.push(`b${payload.litres}`))
  await jobs.startWorkers()
  await other.startWorkers()
  for (let litres = 10; litres < 16; litres++) await enqueue(litres)

  await expect
    .poll(() => done.map((each) => each.slice(1)).sort())
    .toEqual(['10', '11', '12', '13', '14', '15'])
  await other.stop()
  await jobs.stop()
  await enqueue(16)
  expect(done).toHaveLength(6)
  jobs = await open()
})
