/**
 * How many messages a second does the product send when the provider answers at once, and how far is that from what
 * the job queue itself could do?
 *
 * Each round sends fresh messages: taken, sent, recorded, and their programs moved on, one by one. The same number of
 * empty jobs is taken and completed one by one by pg-boss on the same connections. The two take turns; the fastest
 * round of each counts. Then 10 000 programs are found due and queued, watching the memory.
 *
 *   node bench/messages.ts            PGlite in memory
 *   node bench/messages.ts postgres   a PostgreSQL of its own
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { statusWaitMs } from '@app/domain/messages/decide-unknown'
import { migrate } from '@app/platform/database/migrate'
import { openDatabase } from '@app/platform/database/open-database'
import { startPostgres } from '@app/platform/testing/start-postgres'
import { describeError } from '@app/server/http/describe-error'
import { openJobs } from '@app/server/jobs/jobs'
import { pgBossAdapter } from '@app/server/jobs/pg-boss-adapter'
import { createMessageSender } from '@app/server/messages/message-sender'
import { sendDueMessagesJob } from '@app/server/messages/send-due-messages.job'
import type { Tables } from '@app/server/services/tables'
import { queueDueMessages } from '@app/server/subscriptions/queue-due-messages'
import { recordProgress } from '@app/server/subscriptions/record-progress'
import { type Kysely, sql } from 'kysely'
import { PgBoss } from 'pg-boss'

const rounds = 5
const messagesARound = 400
const lanes = 8
const manySubscriptions = 10_000

const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite'
const postgres = kind === 'postgres' ? await startPostgres() : null
const database = await openDatabase(
  postgres
    ? { kind: 'postgres', url: `${postgres.url}/postgres`, poolSize: 10 }
    : { kind: 'pglite', dataDir: 'memory' },
)
await database.withSession((session) => migrate(session, join(import.meta.dirname, '../supabase/migrations')))
const db = database.db as unknown as Kysely<Tables>
const jobs = await openJobs(db, { kind, describeError })
await jobs.register(sendDueMessagesJob, async () => {})
const boss = new PgBoss({
  db: pgBossAdapter(db),
  backend: kind,
  schema: 'pgboss',
  supervise: false,
  schedule: false,
})
await boss.start()
await boss.createQueue('bench')

// The next morning, well after nine o'clock.
const now = () => new Date('2026-11-03T06:00:00Z')
const hours = { sendAt: '09:00', sendUntil: '12:00' }
const daily = { db, jobs, now, hours }
const sender = createMessageSender(
  {
    db,
    gateway: {
      send: async () => ({ outcome: 'accepted', providerMessageId: `wamid.${randomUUID()}`, waId: null }),
    },
    library: {
      daily: loadDailyMessages(),
      templates: { checklist: 'checklist', daily: 'program_{category}_day_{day}' },
      checklistUrl: (subcategory) => `https://site.test/${subcategory}.pdf`,
    },
    now,
    onAccepted: recordProgress,
    onUndeliverable: async () => false,
    hours,
    random: () => 0,
    settings: { concurrency: lanes, messagesPerSecond: 1_000_000, timeoutMs: 20_000, statusWaitMs },
  },
  (error) => {
    throw error
  },
)

const best = { messages: Number.POSITIVE_INFINITY, queue: Number.POSITIVE_INFINITY }
for (let round = 0; round < rounds; round++) {
  best.queue = Math.min(best.queue, await timeQueue())
  best.messages = Math.min(best.messages, await timeMessages())
}
const perSecond = (ms: number) => Math.round((messagesARound / ms) * 1000)
console.log(
  `${kind}, ${messagesARound} messages, ${lanes} at a time, best of ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(`job queue, one by one   ${perSecond(best.queue)} a second`)
console.log(`messages accepted       ${perSecond(best.messages)} a second`)
console.log(`ratio                   ${(best.queue / best.messages).toFixed(2)} of the queue's own rate`)

await givenSubscriptions(manySubscriptions)
const heap = watchHeap()
const startedAt = performance.now()
const report = await queueDueMessages(daily, { force: false, dryRun: false })
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(
  `${report.queued} due programs queued in ${seconds} s, heap at most ${heap.stop()} MB above the start`,
)

await sender.stop()
await boss.stop({ graceful: false, close: false })
await jobs.stop()
await database.close()
await postgres?.stop()

async function timeMessages(): Promise<number> {
  await givenSubscriptions(messagesARound)
  await queueDueMessages(daily, { force: false, dryRun: false })
  const startedAt = performance.now()
  const sent = await sender.drain()
  const ms = performance.now() - startedAt
  if (sent !== messagesARound) throw new Error(`${sent} of ${messagesARound} messages were sent`)
  return ms
}

async function timeQueue(): Promise<number> {
  await boss.insert(
    'bench',
    Array.from({ length: messagesARound }, () => ({ data: {} })),
  )
  let done = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (;;) {
        const [job] = await boss.fetch('bench')
        if (!job) return
        await boss.complete('bench', job.id)
        done += 1
      }
    }),
  )
  const ms = performance.now() - startedAt
  if (done !== messagesARound) throw new Error(`${done} of ${messagesARound} jobs were done`)
  return ms
}

/** Programs bought two days ago, of which none was sent anything. */
async function givenSubscriptions(count: number): Promise<void> {
  await sql`
    with placed as (
      insert into orders (product, price_tiyn, charge_tiyn, state, paid_at, name, phone, category, subcategory)
      select 'subscription', 500000, 500000, 'paid', '2026-11-01T10:00:00Z',
        'Асель', '+7701' || lpad((each % 10000000)::text, 7, '0'), 'B', 'B1'
      from generate_series(1, ${count}::int) as each
      returning id
    )
    insert into subscriptions (order_id, started_on, created_at)
    select id, '2026-11-01', '2026-11-01T10:00:00Z'
    from placed`.execute(db)
}

/** Watches how far the heap grows; PGlite's own memory is not part of it. */
function watchHeap() {
  const megabytes = () => process.memoryUsage().heapUsed / 2 ** 20
  const before = megabytes()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes())
  }, 5)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(peak - before)
    },
  }
}
