import type { Tables } from '@app/server/services/tables'
import { growingTables } from '@app/testing/scale/seed'
import { type Kysely, sql } from 'kysely'
import type { Action } from './actions.ts'
import type { Sized } from './sized.ts'

export type Measured = { name: string; spreads: { p50: number; p95: number }[]; readWhole: string[] }

const warmUps = 3
const usualRounds = 60
/** A smaller table is rightly read from end to end. */
const minTableRows = 2_000

/** Has the databases take turns at an action, and finds out which tables it read from end to end in the largest of them. */
export async function measure(action: Action, sizes: readonly Sized[]): Promise<Measured> {
  const times = sizes.map((): number[] => [])
  const largest = sizes.at(-1)
  const readWhole = largest ? await tablesReadWhole(action, largest) : []
  const rounds = action.rounds ?? usualRounds
  for (let round = -warmUps; round < rounds; round++) {
    for (const [at, sized] of sizes.entries()) {
      await action.prepare?.(sized)
      const startedAt = performance.now()
      await action.once(sized)
      if (round >= 0) times[at]?.push(performance.now() - startedAt)
    }
  }
  return { name: action.name, spreads: times.map(toSpread), readWhole }
}

function toSpread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** Counted by PostgreSQL itself, so that what functions, triggers and foreign keys read counts, too. */
async function tablesReadWhole(action: Action, sized: Sized): Promise<string[]> {
  await action.prepare?.(sized)
  const before = await rowsRead(sized.db)
  await action.once(sized)
  const after = await rowsRead(sized.db)
  return growingTables.filter((table) => {
    const [was, is] = [before.get(table), after.get(table)]
    return was && is && is.rows >= minTableRows && is.scans > was.scans && is.read - was.read >= is.rows / 2
  })
}

type Counts = { rows: number; scans: number; read: number }

async function rowsRead(db: Kysely<Tables>): Promise<Map<string, Counts>> {
  // The one connection's own counts are handed in at once, instead of within a second.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<Counts & { name: string }>`
    select schemaname || '.' || relname as name, seq_scan::float8 as scans, seq_tup_read::float8 as read,
      n_live_tup::float8 as rows
    from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}

/** Prints what was measured as a Markdown table. */
export function print(measured: readonly Measured[], sizes: readonly number[]): void {
  const columns = sizes.map((leads) => `${leads.toLocaleString('en')} leads, p50 / p95`)
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(['', ...columns, 'ratio', 'tables read from end to end'])
  line(['', ...columns, '', ''].map(() => '---'))
  for (const { name, spreads, readWhole } of measured) {
    const [smallest, largest] = [spreads[0], spreads.at(-1)]
    const ratio = (part: 'p50' | 'p95') => ((largest?.[part] ?? 0) / (smallest?.[part] || 1)).toFixed(2)
    line([
      name,
      ...spreads.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`),
      `${ratio('p50')} / ${ratio('p95')}`,
      readWhole.join(', ') || 'none',
    ])
  }
}
