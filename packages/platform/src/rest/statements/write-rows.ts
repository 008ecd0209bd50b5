import { type RawBuilder, sql } from 'kysely'
import { type Hints, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import { isObject } from '../../http/json.ts'
import type { RestRequest } from '../request/parse-request.ts'
import { renderSelect } from '../request/parse-select.ts'
import { checkBody } from '../request/query-budget.ts'
import { badBody } from '../rest-errors.ts'
import type { Table } from '../schema/read-schemas.ts'
import { columnsOf, type ReadPlan } from './plan-read.ts'
import { bodyOf, gather, type Rows, toRows } from './read-rows.ts'
import { renderWhere } from './render-filters.ts'
import { renderRead } from './render-read.ts'

/** Rows to write: their JSON and the columns that count. */
export type Payload = { rows: readonly Record<string, unknown>[]; columns: readonly string[] }

/** Reads a body of one row or many. Without `columns` every row has to have the same keys. */
export function toPayload(body: unknown, columns: readonly string[] | null): Payload {
  const rows = Array.isArray(body) ? body : [body]
  checkBody('rows', rows.length)
  if (!rows.every(isObject)) throw badBody('Empty or invalid json')
  const first = Object.keys(rows[0] ?? {})
  if (columns) return { rows, columns: [...new Set(columns)] }
  const isUniform = rows.every((row) => {
    const keys = Object.keys(row)
    return keys.length === first.length && keys.every((key) => Object.hasOwn(rows[0] ?? {}, key))
  })
  if (!isUniform) throw badBody('All object keys must match')
  return { rows, columns: first }
}

export async function insertRows(
  trx: Trx,
  table: Table,
  payload: Payload,
  request: RestRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { rows, columns } = payload
  if (rows.length === 0) return toRows(undefined)
  const target = nameOf(table)
  const names = sql.join(columns.map((column) => sql.id(column)))
  const values =
    columns.length === 0 && rows.length === 1
      ? sql`default values`
      : sql`(${names}) select ${names} from ${bodyRows(table, payload, request)} as body`
  return returning(
    trx,
    target,
    sql`insert into ${target} ${values}${onConflict(table, columns, request)}`,
    request,
    ofLast,
  )
}

export async function updateRows(
  trx: Trx,
  table: Table,
  payload: Payload,
  request: RestRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { rows, columns } = payload
  if (columns.length === 0) return toRows(undefined)
  const target = nameOf(table)
  const assignments = columns.map((column) => sql`${sql.id(column)} = body.${sql.id(column)}`)
  const body = sql`(select * from json_populate_record(null::${target}, ${JSON.stringify(rows[0])}::json))`
  const where = renderWhere(target, request.conditions)
  return returning(
    trx,
    target,
    sql`update ${target} set ${sql.join(assignments)} from ${body} as body${where}`,
    request,
    ofLast,
  )
}

export async function deleteRows(trx: Trx, table: Table, request: RestRequest, ofLast: Hints): Promise<Rows> {
  const target = nameOf(table)
  return returning(
    trx,
    target,
    sql`delete from ${target}${renderWhere(target, request.conditions)}`,
    request,
    ofLast,
  )
}

/**
 * Runs the statement and gathers what it wrote. Columns are named in RETURNING only when the client wants to see them:
 * naming them takes the right to read them, which a visitor who leaves a lead does not have.
 */
async function returning(
  trx: Trx,
  target: RawBuilder<unknown>,
  statement: RawBuilder<unknown>,
  request: RestRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { select, preferences, accept, plan } = request
  const isShown = preferences.return === 'representation'
  if (!isShown && !accept.plan && preferences.resolution !== 'merge-duplicates') {
    const query = withHints(statement.compile(trx), ofLast)
    const count = Number((await trx.executeQuery(query)).numAffectedRows ?? 0)
    return { ...toRows(undefined), count, total: count }
  }
  if (isShown && plan) return returningEmbedded(trx, target, statement, { ...request, plan })
  const shown = isShown ? renderSelect(target, select) : sql`1`
  const body = isShown ? bodyOf(accept) : sql`null::text`
  return gather(
    trx,
    sql`with page as (${statement} returning ${shown})
      select ${body} as body, count(*)::text as count, count(*)::text as total,
        nullif(current_setting('rest.updated', true), '') as updated from page`,
    accept,
    ofLast,
  )
}

/** The same with what belongs to the rows that were written; filters and order of the request were for the writing. */
function returningEmbedded(
  trx: Trx,
  target: RawBuilder<unknown>,
  statement: RawBuilder<unknown>,
  { plan, accept }: RestRequest & { plan: ReadPlan },
): Promise<Rows> {
  const columns = columnsOf(plan)
  const shown = columns?.map((column) => sql`${target}.${sql.id(column)}`) ?? [sql`${target}.*`]
  const rows = { ...plan, conditions: [], order: [], page: { limit: null, offset: 0 } }
  return gather(
    trx,
    sql`with written as (${statement} returning ${shown.length === 0 ? sql`1` : sql.join(shown)})
      select ${bodyOf(accept)} as body, (select count(*)::text from written) as count,
        (select count(*)::text from written) as total,
        nullif(current_setting('rest.updated', true), '') as updated
      from (${renderRead(rows, sql`written`)}) as page`,
    accept,
  )
}

/** The body as rows of the table's own type, so that PostgreSQL itself reads every value. */
function bodyRows(table: Table, { rows }: Payload, { preferences }: RestRequest): RawBuilder<unknown> {
  const target = nameOf(table)
  const json = JSON.stringify(rows)
  if (preferences.missing !== 'default') return sql`json_populate_recordset(null::${target}, ${json}::json)`
  const defaults = table.columns.map(({ defaultSql }) =>
    defaultSql === null ? sql`null` : sql.raw(defaultSql),
  )
  const base = sql`row(${sql.join(defaults)})::${target}`
  return sql`(
    select filled.* from json_array_elements(${json}::json) as element (value),
      lateral json_populate_record(${base}, element.value) as filled)`
}

function onConflict(table: Table, columns: readonly string[], request: RestRequest): RawBuilder<unknown> {
  const { resolution } = request.preferences
  const keys = request.onConflict ?? table.primaryKey
  if (resolution === null || keys.length === 0) return sql``
  const target = sql`(${sql.join(keys.map((key) => sql.id(key)))})`
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return sql` on conflict ${target} do nothing`
  const assignments = columns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`)
  // Whoever upserts learns whether anything was new; only the row that is there already knows.
  const count = sql`coalesce(nullif(current_setting('rest.updated', true), ''), '0')::int + 1`
  return sql` on conflict ${target} do update set ${sql.join(assignments)}
    where set_config('rest.updated', (${count})::text, true) <> ''`
}

/** A table's name as SQL. */
export function nameOf({ schema, name }: Table): RawBuilder<unknown> {
  return sql`${sql.id(schema, name)}`
}
