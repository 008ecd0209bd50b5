import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../auth/auth-context.ts'
import { renderOrder } from './parse-order.ts'
import type { Accept, RestRequest } from './parse-request.ts'
import { renderSelect } from './parse-select.ts'
import { renderWhere } from './render-filters.ts'

/** JSON text made by PostgreSQL, how many rows are in it, and how many there are in all if that was asked. */
export type Rows = {
  body: string | null
  count: number
  total: number | null
  /** How many of them were there before and only changed; of an upsert alone. */
  updated: number
}

const source = sql`src`

/** Reads rows of a table, view or function call with the request's columns, filters, order and range. */
export async function readRows(
  trx: Trx,
  from: RawBuilder<unknown>,
  request: RestRequest,
  accept: Accept = request.accept,
): Promise<Rows> {
  const { select, conditions, order, page, preferences } = request
  const where = renderWhere(source, conditions)
  const limit = page.limit === null ? sql`` : sql` limit ${page.limit}::bigint`
  const offset = page.offset === 0 ? sql`` : sql` offset ${page.offset}::bigint`
  // An estimate may be any number; the exact one is the best estimate and costs little at our sizes.
  const total =
    preferences.count === null ? sql`null::bigint` : sql`(select count(*) from ${from} as src${where})`
  const rows = sql`select ${renderSelect(source, select)} from ${from} as src${where}${renderOrder(source, order)}${limit}${offset}`
  const result = await sql<GatheredRow>`
    select ${bodyOf(accept)} as body, count(*)::text as count, (${total})::text as total, null as updated
    from (${rows}) as page`.execute(trx)
  return toRows(result.rows[0])
}

/** The JSON or CSV of all rows of `page`; of one row, when one is asked for. */
export function bodyOf({ shape, stripNulls }: Accept): RawBuilder<unknown> {
  const row = stripNulls ? sql`json_strip_nulls(row_to_json(page))` : sql`page`
  if (shape === 'object') return sql`(json_agg(${row}) -> 0)::text`
  if (shape === 'rows') return sql`coalesce(json_agg(${row}), '[]')::text`
  return sql`coalesce(
    (select string_agg(case when name ~ '[",\\n\\r]' then '"' || replace(name, '"', '""') || '"' else name end, ',')
      from json_object_keys((json_agg(row_to_json(page)) -> 0)) as name)
    || E'\\n' || string_agg(substr(page::text, 2, length(page::text) - 2), E'\\n'), '')`
}

export type GatheredRow = {
  body: string | null
  count: string
  total: string | null
  updated: string | null
}

export function toRows(row: GatheredRow | undefined): Rows {
  if (!row) return { body: '[]', count: 0, total: null, updated: 0 }
  return {
    body: row.body,
    count: Number(row.count),
    total: row.total === null ? null : Number(row.total),
    updated: Number(row.updated ?? 0),
  }
}
