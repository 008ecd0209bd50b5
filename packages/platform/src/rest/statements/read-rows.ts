import { type RawBuilder, sql } from 'kysely'
import { type Hints, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import type { Accept } from '../request/negotiate.ts'
import { renderOrder } from '../request/parse-order.ts'
import { renderSelect } from '../request/parse-select.ts'
import type { NegotiatedRequest } from '../request/rest-request.ts'
import type { ResponseSettings } from '../response-settings.ts'
import { boundedRows, isCounted } from './bound-bytes.ts'
import { countRows } from './count-rows.ts'
import { explain } from './explain.ts'
import { applyMediaHandler } from './handle-media.ts'
import { renderWhere } from './render-filters.ts'
import { renderPage } from './render-page.ts'
import { renderMatching, renderRead } from './render-read.ts'

/** JSON text made by PostgreSQL, how many rows are in it, and how many there are in all if that was asked. */
export type Rows = {
  body: string | null
  count: number
  total: number | null
  /** The updated rows of an upsert. */
  updated: number
  /** The body says how PostgreSQL means to find the rows. */
  isPlan: boolean
  /** The headers and status that the product's functions set. */
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
    gatherPage(rows, request, sql`(${total})::text`),
    accept,
    isLast ? ofLast : {},
  )
  return gathered.isPlan ? gathered : { ...gathered, total: await settle(trx, gathered.total) }
}

/** Like `readRows`, for a function's result, which is evaluated once. */
export function readReturned(
  trx: Trx,
  call: RawBuilder<unknown>,
  request: NegotiatedRequest,
  accept: Accept,
): Promise<Rows> {
  const { select, conditions, order, page, preferences, plan } = request
  const asked = { ...request, accept }
  if (plan) {
    const called = sql`called`
    const total = sql`(select count(*)::text from ${renderMatching(plan, called)})`
    return gather(
      trx,
      sql`with called as materialized (select src.* from ${call} as src)
        ${gatherPage(renderRead(plan, called), asked, preferences.count === null ? undefined : total)}`,
      accept,
    )
  }
  const returned = sql`select ${renderSelect(source, select)} from ${call} as src${renderWhere(source, conditions)}${renderOrder(source, order)}`
  return preferences.count === null
    ? gather(trx, gatherPage(sql`${returned}${renderPage(page)}`, asked), accept)
    : gather(
        trx,
        sql`with returned as materialized (${returned}) ${gatherPage(
          sql`select * from returned${renderPage(page)}`,
          asked,
          sql`(select count(*)::text from returned)`,
        )}`,
        accept,
      )
}

function gatherPage(
  rows: RawBuilder<unknown>,
  request: NegotiatedRequest,
  total: RawBuilder<unknown> = sql`null::text`,
): RawBuilder<unknown> {
  const { body, page } = bodyOf(rows, request)
  return sql`select ${body} as body, count(*)::text as count, ${total} as total, null as updated, ${responseSettings}
    from ${page} as page`
}

/** The JSON or CSV of all rows, or of one row when one is asked for, and the `page` of them that it is made of. */
export function bodyOf(
  rows: RawBuilder<unknown>,
  {
    accept,
    maxBytes,
    page,
    plan,
  }: Pick<NegotiatedRequest, 'accept' | 'maxBytes' | 'plan'> & {
    page: Pick<NegotiatedRequest['page'], 'limit'>
  },
): { body: RawBuilder<unknown>; page: RawBuilder<unknown> } {
  const { shape, stripNulls, handler } = accept
  if (handler) return { body: applyMediaHandler(handler), page: sql`(${rows})` }
  const bound = { maxBytes, limit: page.limit, hasEmbeds: plan !== null }
  // `.*` means the row even when a column has the same name.
  const json = stripNulls ? sql`json_strip_nulls(row_to_json(page.*))` : sql`row_to_json(page.*)`
  const line = sql`(page.*)::text`
  if (!isCounted(bound)) return { body: bodyIn(shape, json, line), page: sql`(${rows})` }
  const beside = shape === 'csv' ? [sql`${line} as line`] : []
  return {
    body: bodyIn(shape, sql`page.json`, sql`page.line`),
    page: boundedRows(rows, { name: sql`page`, json, beside }, bound.maxBytes),
  }
}

/** Aggregates all rows in the requested format. */
function bodyIn(
  shape: Accept['shape'],
  json: RawBuilder<unknown>,
  line: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (shape === 'object') return sql`(json_agg(${json}) -> 0)::text`
  if (shape === 'rows') return sql`coalesce(json_agg(${json}), '[]')::text`
  return sql`coalesce(
    (select string_agg(case when name ~ '[",\\n\\r]' then '"' || replace(name, '"', '""') || '"' else name end, ',')
      from json_object_keys((json_agg(${json}) -> 0)) as name)
    || E'\\n' || string_agg(substr(${line}, 2, length(${line}) - 2), E'\\n'), '')`
}

/** Read in the statement, because the transaction may end with it. */
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
