/**
 * How long does a visitor wait for a lead to be saved while the product has a backlog to work off, against how long when
 * it has none? And how many jobs a second does it do when nobody comes?
 *
 * Leads are posted to a server on PGlite on disk, a fixed number a second: first with nothing else to do, then while 5 000
 * due messages are sent and 5 000 jobs done. Both halves run in one process, and their 95th percentiles are compared. Then
 * come 5 000 jobs more, and no visitors; what is left of the messages is sent meanwhile.
 *
 *   npm run bench:backlog
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { runInBackground } from '@app/platform/database/run-in-background'
import { readConfig } from '@app/server/config'
import { defineJob } from '@app/server/jobs/job'
import { openServer } from '@app/server/server'
import { queueDueMessages } from '@app/server/subscriptions/queue-due-messages'
import { buildAttempt } from '@app/testing/attempt'
import { CompiledQuery, sql } from 'kysely'
import { z } from 'zod'

const backlog = 5_000
const warmUps = 50
const leads = 200
const leadsPerSecond = 10
/** The backlog's 95th percentile may be so many times the quiet one. */
const maxRatio = 2
const minJobsPerSecond = 200

const folder = await mkdtemp(join(tmpdir(), 'bench-backlog-'))
const settings = readConfig(
  {
    LOG_LEVEL: 'silent',
    SITE_URL: 'http://localhost:3000',
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_LEADS_PER_IP: '100000/60',
    DAILY_MESSAGING_AT: '00:00',
    DAILY_MESSAGING_UNTIL: '23:59',
  },
  sampleOwner,
)
const server = await openServer(settings, { siteDir: null })
const { app, db, jobs } = server
const emptyJob = defineJob({ name: 'bench_backlog', payload: z.object({}) })
let jobsDone = 0
await jobs.register(emptyJob, async () => void jobsDone++)
await server.start()
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/leads`

await postLeads(warmUps)
const quiet = await postLeads(leads)
await runInBackground(givenDueMessages)
await runInBackground(givenJobs)
const startedAt = performance.now()
await server.startWorkers()
const busy = await postLeads(leads)
const sent = await countSent()
const busySeconds = (performance.now() - startedAt) / 1000
const jobsBefore = jobsDone
await runInBackground(givenJobs)
const jobsFrom = performance.now()
while (jobsDone < 2 * backlog) await sleep(20)
const jobsPerSecond = ((2 * backlog - jobsBefore) / (performance.now() - jobsFrom)) * 1000

const ratio = busy.p95 / quiet.p95
console.log(`${leads} leads, ${leadsPerSecond} a second, load ${loadavg()[0]?.toFixed(1)}`)
console.log(`quiet         p50 ${quiet.p50.toFixed(1)} ms, p95 ${quiet.p95.toFixed(1)} ms`)
console.log(
  `with backlog  p50 ${busy.p50.toFixed(1)} ms, p95 ${busy.p95.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
)
console.log(`meanwhile     ${jobsBefore} jobs and ${sent} messages in ${busySeconds.toFixed(1)} s`)
console.log(`afterwards    ${Math.round(jobsPerSecond)} jobs a second`)
if (ratio > maxRatio || jobsPerSecond < minJobsPerSecond) {
  console.error(`The ratio may be ${maxRatio} at most, and jobs ${minJobsPerSecond} a second at least.`)
  process.exitCode = 1
}
await server.close()
await rm(folder, { recursive: true, force: true })

/** Posts leads at their pace, whether or not the ones before have been answered. */
async function postLeads(count: number): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  const posting: Promise<void>[] = []
  const begunAt = performance.now()
  for (let at = 0; at < count; at++) {
    await sleep(Math.max(0, begunAt + (at * 1000) / leadsPerSecond - performance.now()))
    posting.push(postLead().then((ms) => void times.push(ms)))
  }
  await Promise.all(posting)
  times.sort((one, other) => one - other)
  const quantile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
  return { p50: quantile(0.5), p95: quantile(0.95) }
}

async function postLead(): Promise<number> {
  const attempt = buildAttempt()
  const email = `${attempt.attemptId}@example.kz`
  const body = JSON.stringify({ ...attempt, contact: { ...attempt.contact, email } })
  const startedAt = performance.now()
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await response.text()
  if (!response.ok) throw new Error(`a lead was answered ${response.status}`)
  return performance.now() - startedAt
}

/** Programs bought yesterday, each with the message of a day to be sent now. */
async function givenDueMessages(): Promise<void> {
  await sql`
    with placed as (
      insert into orders (product, price_tiyn, charge_tiyn, state, paid_at, name, phone, category, subcategory)
      select 'subscription', 500000, 500000, 'paid', now() - interval '1 day',
        'Асель', '+7701' || lpad(each::text, 7, '0'), 'B', 'B1'
      from generate_series(1, ${backlog}::int) as each
      returning id
    )
    insert into subscriptions (order_id, started_on, created_at)
    select id, current_date - 1, now() - interval '1 day' from placed`.execute(db)
  const daily = { db, jobs, now: () => new Date(), hours: { sendAt: '00:00', sendUntil: '23:59' } }
  const { queued } = await queueDueMessages(daily, { force: true, dryRun: false })
  if (queued !== backlog) throw new Error(`${queued} of ${backlog} messages were queued`)
}

async function givenJobs(): Promise<void> {
  const statement =
    'insert into pgboss.job (name, data) select $1, $2::jsonb from generate_series(1, $3::int)'
  await db.executeQuery(CompiledQuery.raw(statement, [emptyJob.name, '{}', backlog]))
}

async function countSent(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where send_state = 'done'`.execute(db)
  return rows[0]?.n ?? 0
}
