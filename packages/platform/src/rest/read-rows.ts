import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../auth/auth-context.ts'
import { renderOrder } from './parse-order.ts'
import type { RestRequest } from './parse-request.ts'
import { renderSelect } from './parse-select.ts'
import { renderWhere } from './render-filters.ts'

/** JSON text made by PostgreSQL, how many rows are in it, and how many there are in all if that was asked. */
export type Rows = { body: string; count: number; total: number | null; first: string | null }

const source = sql`src`

/** Reads rows of a table, view or function call with the request's columns, filters, order and range. */
export async function readRows(trx: Trx, from: RawBuilder<unknown>, request: RestRequest): Promise<Rows> {
  const { select, conditions, order, page, preferences } = request
  const where = renderWhere(source, conditions)
  const limit = page.limit === null ? sql`` : sql` limit ${page.limit}::bigint`
  const offset = page.offset === 0 ? sql`` : sql` offset ${page.offset}::bigint`
  // An estimate may be any number; the exact one is the best estimate and costs little at our sizes.
  const total =
    preferences.count === null ? sql`null::bigint` : sql`(select count(*) from ${from} as src${where})`
  const rows = sql`select ${renderSelect(source, select)} from ${from} as src${where}${renderOrder(source, order)}${limit}${offset}`
  const result = await sql<GatheredRow>`
    select coalesce(json_agg(page), '[]')::text as body, count(*)::text as count, (${total})::text as total,
      (json_agg(page) -> 0)::text as first
    from (${rows}) as page`.execute(trx)
  return toRows(result.rows[0])
}

export type GatheredRow = { body: string; count: string; total: string | null; first: string | null }

export function toRows(row: GatheredRow | undefined): Rows {
  if (!row) return { body: '[]', count: 0, total: null, first: null }
  return {
    body: row.body,
    count: Number(row.count),
    total: row.total === null ? null : Number(row.total),
    first: row.first,
  }
}
