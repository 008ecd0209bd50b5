import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'

export const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

/** The requested format of a query plan. */
export type Plan = { format: 'json' | 'text'; options: readonly (typeof planOptions)[number][] }

/** PostgreSQL's plan for a statement. With the option `analyze` the statement runs. */
export async function explain(
  trx: Trx,
  statement: RawBuilder<unknown>,
  { format, options }: Plan,
): Promise<string> {
  const wishes = [`format ${format}`, ...options]
  const { rows } = await sql<
    Record<string, unknown>
  >`explain (${sql.raw(wishes.join(', '))}) ${statement}`.execute(trx)
  const lines = rows.map((row) => Object.values(row)[0])
  if (format === 'text') return lines.join('\n')
  return typeof lines[0] === 'string' ? lines[0] : JSON.stringify(lines[0])
}

/** Returns the number of rows that PostgreSQL expects of a statement. */
export async function expectedRows(trx: Trx, statement: RawBuilder<unknown>): Promise<number> {
  const [top] = JSON.parse(await explain(trx, statement, { format: 'json', options: [] }))
  return Number(top.Plan['Plan Rows'])
}
