import { setImmediate as letOthersOn } from 'node:timers/promises'
import type { RegistryResponse } from '@app/contracts/desk/money'
import {
  type KnownOrder,
  parseProviderReportInSteps,
  type RegistryParseResult,
  reconcileRegistry,
  registryPeriod,
} from '@app/domain/desk/registry'
import { almatyDay, almatyDays } from '@app/domain/time/almaty'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

const maxDifferences = 1000

type PersonOrder = KnownOrder & { personId: string | null; name: string | null }

/** Compares the provider's registry with our orders. The file is not stored. */
export async function compareRegistry(db: Kysely<Tables>, file: Uint8Array): Promise<RegistryResponse> {
  const reading = await read(decode(file))
  if (reading.outcome !== 'read') return reading
  const { rows, skipped } = reading
  const orders = await listOrders(
    db,
    rows.map(({ invId }) => invId),
    registryPeriod(rows),
  )
  const { differences, ...sums } = reconcileRegistry(rows, orders)
  const named = new Map(orders.map((order) => [order.invId, order]))
  return {
    outcome: 'compared',
    rows: rows.length,
    skipped,
    ...sums,
    differences: differences.slice(0, maxDifferences).map((difference) => ({
      ...difference,
      personId: named.get(difference.invId)?.personId ?? null,
      name: named.get(difference.invId)?.name ?? null,
    })),
  }
}

/** A registry of years is read while others are served. */
async function read(text: string): Promise<RegistryParseResult> {
  const reading = parseProviderReportInSteps(text)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    await letOthersOn()
  }
}

/** A file that is not UTF-8 comes from Windows. */
function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1251').decode(file)
  }
}

type NamedRow = {
  inv_id: number
  state: KnownOrder['state']
  charge_tiyn: number
  paid_at: Date | null
  /** The same time with microseconds. */
  place: string | null
  person_id: string | null
  name: string | null
}

/** The batch size, because on PGlite a statement blocks all others. */
const batchSize = 500

/**
 * Lists orders that the registry names or that were paid in its period. An unpaid order is left out
 * when its number was paid for a lost order.
 */
async function listOrders(
  db: Kysely<Tables>,
  invIds: readonly number[],
  days: { from: string; until: string } | null,
): Promise<PersonOrder[]> {
  const found = new Map<number, NamedRow>()
  const find = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<NamedRow>`
      select inv_id, orders.state, charge_tiyn, paid_at, paid_at::text as place,
        person_id, coalesce(desk_people.name, orders.name) as name
      from (select * from orders where ${which} and not test and (state in ('paid', 'refunded') or not exists (
        select from payment_events
        where payment_events.inv_id = orders.inv_id and verdict = 'other_order' and authentic)) order by paid_at, inv_id limit ${batchSize}) as orders
      left join desk_person_orders on desk_person_orders.order_id = orders.id
      left join desk_people on desk_people.id = person_id
      order by paid_at, inv_id`.execute(db)
    for (const row of rows) found.set(row.inv_id, row)
    await letOthersOn()
    return rows.length === batchSize ? rows.at(-1) : undefined
  }
  const asked = [...new Set(invIds)]
  for (let at = 0; at < asked.length; at += batchSize)
    await find(sql`inv_id = any (${asked.slice(at, at + batchSize)}::int[])`)
  if (days) {
    const { begins, ends } = almatyDays(days)
    const paid = sql`paid_at >= ${begins} and paid_at < ${ends}`
    for (let last = await find(paid); last; )
      last = await find(
        sql`${paid} and (paid_at, inv_id) > (${last.place}::text::timestamptz, ${last.inv_id})`,
      )
  }
  return [...found.values()].map((row) => ({
    ...{ invId: row.inv_id, state: row.state, chargeTiyn: row.charge_tiyn },
    ...{ paidOn: row.paid_at && almatyDay(row.paid_at), personId: row.person_id, name: row.name },
  }))
}
