/**
 * Is every view of the desk as quick narrowed as it is whole, does any of its plans read a table from end to end, and what memory
 * does a file of everybody take?
 *
 * A view's first page is asked for in turns with the same page that nothing narrows, so that a busy machine slows both; compare
 * the ratio, which is to be 3 at most. Memory is what the process has resident beyond what it had before, 50 MB at most.
 *
 *   npm run bench:desk                       100,000 leads, 20,000 orders, 200,000 messages
 *   npm run bench:desk -- 10000              fewer
 *   npm run bench:desk -- --only money       one view, or `export`
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@app/platform/testing/start-postgres'
import type { Tables } from '@app/server/services/tables'
import { readWholeTables } from '@app/testing/scale/read-plans'
import { growingTables } from '@app/testing/scale/seed'
import { type Kysely, sql } from 'kysely'
import { openSized } from '../scale/sized.ts'
import { exportAll, type View, views } from './looks.ts'
import { deskTables, seedDesk } from './seed-desk.ts'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
})
const leads = Number(positionals[0] ?? 100_000)
const messages = leads * 2
/** So many that a p95 is not one pause of a busy machine. */
const rounds = 100
const warmUps = 3
const maxRatio = 3
const maxMemoryMb = 50

/** A smaller table is rightly read from end to end. */
const minTableRows = 2_000
const growing = new Set<string>()
const faults: string[] = []

const postgres = await startPostgres(['--no-sync'], ['fsync=off', 'shared_buffers=256MB'])
try {
  const sized = await openSized(postgres, leads)
  try {
    await seedDesk(sized.db, messages)
    for (const table of new Set([...growingTables, ...deskTables])) {
      if ((await rowsOf(sized.db, table)) >= minTableRows) growing.add(table)
    }
    console.log(
      `${leads.toLocaleString('en')} leads; p50 / p95 of ${rounds} first pages, in turns with the whole view`,
    )
    console.log(
      '| view | narrowed by | whole | narrowed | p95 ratio | read from end to end |\n| --- | --- | --- | --- | --- | --- |',
    )
    for (const view of views) if (view.name.includes(values.only)) await measureView(sized.db, view)
    if ('export'.includes(values.only)) {
      for (const format of ['csv', 'xlsx'] as const) await measureExport(sized.db, format)
    }
  } finally {
    await sized.close()
  }
} finally {
  await postgres.stop()
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

async function rowsOf(db: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function measureView(db: Kysely<Tables>, { name, plain, narrowed }: View): Promise<void> {
  for (const look of [plain, ...narrowed]) {
    const times = { plain: [] as number[], look: [] as number[] }
    for (let round = -warmUps; round < rounds; round++) {
      const whole = await timeOf(() => plain.once(db))
      const part = await timeOf(() => look.once(db))
      if (round < 0) continue
      times.plain.push(whole)
      times.look.push(part)
    }
    const [whole, part] = [spread(times.plain), spread(times.look)]
    const ratio = part.p95 / whole.p95
    const read = (await readWholeTables(db, look.once)).filter((table) => growing.has(table))
    if (ratio > maxRatio) faults.push(`${name}, ${look.name}: ${ratio.toFixed(1)} times as long as whole`)
    if (read.length > 0) faults.push(`${name}, ${look.name}: reads ${read.join(', ')} from end to end`)
    const shown = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`
    console.log(
      `| ${name} | ${look.name} | ${shown(whole)} | ${shown(part)} | ${ratio.toFixed(2)} | ${read.join(', ') || 'none'} |`,
    )
  }
}

async function measureExport(db: Kysely<Tables>, format: 'csv' | 'xlsx'): Promise<void> {
  const before = process.memoryUsage.rss()
  let peak = before
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, process.memoryUsage.rss())
      await sleep(20)
    }
  })()
  const startedAt = performance.now()
  const bytes = await exportAll(db, format)
  isDone = true
  await watching
  const addedMb = (peak - before) / 2 ** 20
  if (addedMb > maxMemoryMb) faults.push(`${format}: ${addedMb.toFixed(0)} MB more memory`)
  console.log(
    `${format} of everybody: ${(bytes / 2 ** 20).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ` +
      `${addedMb.toFixed(0)} MB more resident at most`,
  )
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
