import type { RegistryResponse } from '@app/contracts/desk/money'
import { type KnownOrder, readRegistry, reconcileRegistry, registryDays } from '@app/domain/desk/registry'
import { almatyDay, almatyDays } from '@app/domain/time/almaty'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

const mostDifferences = 1000

type Named = KnownOrder & { personId: string | null; name: string | null }

/** Compares the provider's registry, as it was downloaded, with our orders. Nothing of it is kept. */
export async function compareRegistry(db: Kysely<Tables>, file: Uint8Array): Promise<RegistryResponse> {
  const reading = readRegistry(decode(file))
  if (reading.outcome === 'unreadable') return reading
  const { rows, skipped } = reading
  const orders = await listOrders(
    db,
    rows.map(({ invId }) => invId),
    registryDays(rows),
  )
  const { differences, ...sums } = reconcileRegistry(rows, orders)
  const named = new Map(orders.map((order) => [order.invId, order]))
  return {
    outcome: 'compared',
    rows: rows.length,
    skipped,
    ...sums,
    differences: differences.slice(0, mostDifferences).map((difference) => ({
      ...difference,
      personId: named.get(difference.invId)?.personId ?? null,
      name: named.get(difference.invId)?.name ?? null,
    })),
  }
}

/** What is no UTF-8 comes from a Windows program in its own letters. */
function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1251').decode(file)
  }
}

async function listOrders(
  db: Kysely<Tables>,
  invIds: readonly number[],
  days: { from: string; until: string } | null,
): Promise<Named[]> {
  const named = (ids: ReturnType<typeof sql>) => sql<{
    inv_id: number
    state: KnownOrder['state']
    charge_tiyn: number
    paid_at: Date | null
    person_id: string | null
    name: string | null
  }>`
    select inv_id, orders.state, charge_tiyn, paid_at,
      person_id, coalesce(desk_people.name, orders.name) as name
    from orders
    left join desk_person_orders on desk_person_orders.order_id = orders.id
    left join desk_people on desk_people.id = person_id
    where ${ids} and not test`
  const listed = await named(sql`inv_id = any (${invIds}::int[])`).execute(db)
  const period = days && almatyDays(days)
  const paid = period
    ? await named(sql`paid_at >= ${period.begins} and paid_at < ${period.ends}`).execute(db)
    : { rows: [] }
  const orders = new Map([...listed.rows, ...paid.rows].map((row) => [row.inv_id, row]))
  return [...orders.values()].map((row) => ({
    ...{ invId: row.inv_id, state: row.state, chargeTiyn: row.charge_tiyn },
    ...{ paidOn: row.paid_at && almatyDay(row.paid_at), personId: row.person_id, name: row.name },
  }))
}
