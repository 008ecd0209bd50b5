import { openDatabase } from '@app/platform/database/open-database'
import { expect } from 'vitest'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'

type Row = { what: string; acknowledged: number; stored: number; missing: number; doubled: number }

/**
 * Looks into the database of an installation whose processes have ended: all that was acknowledged must be there, once.
 * Prints what was found, and fails otherwise.
 */
export async function compare(
  fault: string,
  { database: settings }: Pick<Installation, 'database'>,
  { acknowledged, refused, maxAnswerMs }: Load,
): Promise<void> {
  const database = await openDatabase(settings)
  const counts = await database.withSession(async ({ query }) => {
    const count = async (sql: string) => {
      const rows = await query<{ id: string; n: number }>(sql)
      return new Map(rows.map(({ id, n }) => [id, n]))
    }
    return {
      leads: await count('select attempt_id::text as id, count(*)::int as n from quiz_leads group by 1'),
      orders: await count('select inv_id::text as id, count(*)::int as n from orders group by 1'),
      payments: await count(`select o.inv_id::text as id, count(s.order_id)::int as n
        from orders o join subscriptions s on s.order_id = o.id where o.state = 'paid' group by 1`),
      receipts: await count(`select o.inv_id::text as id, count(*)::int as n
        from orders o join pgboss.job j on j.name = 'send_receipt' and j.data ->> 'orderId' = o.id::text group by 1`),
    }
  })
  await database.close()

  const row = (what: string, ids: ReadonlySet<unknown>, stored: ReadonlyMap<string, number>): Row => ({
    what,
    acknowledged: ids.size,
    stored: stored.size,
    missing: [...ids].filter((id) => !stored.has(String(id))).length,
    doubled: [...stored.values()].filter((n) => n > 1).length,
  })
  const table = [
    row('leads', acknowledged.leads, counts.leads),
    row('orders', acknowledged.orders, counts.orders),
    row('payments, with their program', acknowledged.payments, counts.payments),
    row('receipts of payments', acknowledged.payments, counts.receipts),
  ]
  const refusals = [...refused].map(([why, times]) => `${times} x ${why}`).join(', ') || 'none'
  process.stdout.write(`\n${fault}: longest wait ${Math.round(maxAnswerMs())} ms, refused: ${refusals}\n`)
  for (const { what, acknowledged, stored, missing, doubled } of table) {
    process.stdout.write(
      `  ${what.padEnd(30)} acknowledged ${String(acknowledged).padStart(5)}  stored ${String(stored).padStart(5)}  ` +
        `missing ${missing}  doubled ${doubled}\n`,
    )
  }
  expect(acknowledged.leads.size).toBeGreaterThan(0)
  expect(table.filter(({ missing, doubled }) => missing + doubled > 0)).toEqual([])
}
