import { type RawBuilder, sql } from 'kysely'
import { type Hints, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import type { Accept } from '../request/negotiate.ts'
import { renderOrder } from '../request/parse-order.ts'
import type { NegotiatedRequest } from '../request/parse-request.ts'
import { renderSelect } from '../request/parse-select.ts'
import type { ResponseSettings } from '../response-settings.ts'
import { countRows } from './count-rows.ts'
import { explain } from './explain.ts'
import { handledBy } from './handle-media.ts'
import { renderWhere } from './render-filters.ts'
import { renderMatching, renderRead } from './render-read.ts'

/** JSON text made by PostgreSQL, how many rows are in it, and how many there are in all if that was asked. */
export type Rows = {
  body: string | null
  count: number
  total: number | null
  /** How many of them were there before and only changed; of an upsert alone. */
  updated: number
  /** The body says how PostgreSQL means to find the rows. */
  isPlan: boolean
  /** What the product's functions want of the answer. */
  settings: ResponseSettings
}

const source = sql`src`

/** Reads rows of a table or view with the request's columns, filters, order and range. */
export async function readRows(
  trx: Trx,
  from: RawBuilder<unknown>,
  request: NegotiatedRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { select, conditions, order, page, accept, preferences, plan } = request
  const isLast = preferences.count === null || preferences.count === 'exact'
  const filtered = plan ? renderMatching(plan, from) : sql`${from} as src${renderWhere(source, conditions)}`
  const rows = plan
    ? renderRead(plan, from)
    : sql`select ${renderSelect(source, select)} from ${filtered}${renderOrder(source, order)}${renderPage(page)}`
  const { total, settle } = countRows(filtered, request)
  const gathered = await gather(
    trx,
    sql`select ${bodyOf(accept)} as body, count(*)::text as count, (${total})::text as total, null as updated, ${responseSettings}
      from (${rows}) as page`,
    accept,
    isLast ? ofLast : {},
  )
  return gathered.isPlan ? gathered : { ...gathered, total: await settle(trx, gathered.total) }
}

/** Like `readRows`, of what a function returns, which is called once only. */
export function readReturned(
  trx: Trx,
  call: RawBuilder<unknown>,
  request: NegotiatedRequest,
  accept: Accept,
): Promise<Rows> {
  const { select, conditions, order, page, preferences, plan } = request
  if (plan) {
    const called = sql`called`
    const total = sql`(select count(*)::text from ${renderMatching(plan, called)})`
    return gather(
      trx,
      sql`with called as materialized (select src.* from ${call} as src)
        ${gatherPage(renderRead(plan, called), accept, preferences.count === null ? undefined : total)}`,
      accept,
    )
  }
  const returned = sql`select ${renderSelect(source, select)} from ${call} as src${renderWhere(source, conditions)}${renderOrder(source, order)}`
  return preferences.count === null
    ? gather(trx, gatherPage(sql`${returned}${renderPage(page)}`, accept), accept)
    : gather(
        trx,
        sql`with returned as materialized (${returned}) ${gatherPage(
          sql`select * from returned${renderPage(page)}`,
          accept,
          sql`(select count(*)::text from returned)`,
        )}`,
        accept,
      )
}

function gatherPage(
  rows: RawBuilder<unknown>,
  accept: Accept,
  total: RawBuilder<unknown> = sql`null::text`,
): RawBuilder<unknown> {
  return sql`select ${bodyOf(accept)} as body, count(*)::text as count, ${total} as total, null as updated, ${responseSettings}
    from (${rows}) as page`
}

/** ` limit … offset …`, or nothing. */
export function renderPage({
  limit,
  offset,
}: Pick<NegotiatedRequest['page'], 'limit' | 'offset'>): RawBuilder<unknown> {
  return sql`${limit === null ? sql`` : sql` limit ${limit}::bigint`}${offset === 0 ? sql`` : sql` offset ${offset}::bigint`}`
}

/** The JSON or CSV of all rows of `page`; of one row, when one is asked for. */
export function bodyOf({ shape, stripNulls, handler }: Accept): RawBuilder<unknown> {
  if (handler) return handledBy(handler)
  // With the star it is the row even where a column is called the same.
  const row = stripNulls ? sql`json_strip_nulls(row_to_json(page.*))` : sql`page.*`
  if (shape === 'object') return sql`(json_agg(${row}) -> 0)::text`
  if (shape === 'rows') return sql`coalesce(json_agg(${row}), '[]')::text`
  return sql`coalesce(
    (select string_agg(case when name ~ '[",\\n\\r]' then '"' || replace(name, '"', '""') || '"' else name end, ',')
      from json_object_keys((json_agg(row_to_json(page.*)) -> 0)) as name)
    || E'\\n' || string_agg(substr((page.*)::text, 2, length((page.*)::text) - 2), E'\\n'), '')`
}

/** Read in the statement itself: the transaction may be over with it. */
export const responseSettings = sql`nullif(current_setting('response.headers', true), '') as headers,
  nullif(current_setting('response.status', true), '') as status`

export type GatheredRow = {
  body: string | null
  count: string
  total: string | null
  updated: string | null
  headers: string | null
  status: string | null
}

/** Runs a statement that answers with one gathered row, or says how it would be run when the request asks that. */
export async function gather(
  trx: Trx,
  statement: RawBuilder<unknown>,
  { plan }: Accept,
  hints: Hints = {},
): Promise<Rows> {
  if (plan) return { ...toRows(undefined), body: await explain(trx, statement, plan), isPlan: true }
  const query = sql<GatheredRow>`${statement}`.compile(trx)
  const { rows } = await trx.executeQuery<GatheredRow>(withHints(query, { ...hints, anyPlan: true }))
  return toRows(rows[0])
}

export function toRows(row: GatheredRow | undefined): Rows {
  if (!row)
    return {
      body: '[]',
      count: 0,
      total: null,
      updated: 0,
      isPlan: false,
      settings: { headers: null, status: null },
    }
  return {
    body: row.body,
    count: Number(row.count),
    total: row.total === null ? null : Number(row.total),
    updated: Number(row.updated ?? 0),
    isPlan: false,
    settings: { headers: row.headers, status: row.status },
  }
}
