import { type RawBuilder, sql } from 'kysely'
import { type Hints, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import { isObject } from '../../http/json.ts'
import { renderSelect } from '../request/parse-select.ts'
import { checkBody } from '../request/query-budget.ts'
import { type Body, emptyBody } from '../request/read-body.ts'
import type { NegotiatedRequest, ReadPlan } from '../request/rest-request.ts'
import { badBody } from '../rest-errors.ts'
import type { Column, Table } from '../schema/read-schemas.ts'
import { columnsOf } from './plan-read.ts'
import { bodyOf, gather, type Rows, responseSettings, toRows } from './read-rows.ts'
import { renderWhere } from './render-filters.ts'
import { renderRead } from './render-read.ts'

/** Rows to write: themselves, their JSON, an object or a list of objects, and the columns that count. */
export type Payload = {
  rows: readonly Record<string, unknown>[]
  json: string
  columns: readonly string[]
}

/** Reads a body of one row or many. Without `columns` every row has to have the same keys. */
export function toPayload({ value, text }: Body, columns: readonly string[] | null): Payload {
  const rows = Array.isArray(value) ? value : [value]
  checkBody('rows', rows.length)
  if (!rows.every(isObject)) throw badBody(Array.isArray(value) ? 'All object keys must match' : emptyBody)
  const [first = {}] = rows
  const json = text ?? JSON.stringify(value)
  if (columns) return { rows, json: pickKeys(rows, columns), columns: [...new Set(columns)] }
  const keys = Object.keys(first)
  const isUniform = rows.every((row, i) => {
    if (i === 0) return true
    const others = Object.keys(row)
    return others.length === keys.length && others.every((key) => Object.hasOwn(first, key))
  })
  if (!isUniform) throw badBody('All object keys must match')
  return { rows, json, columns: keys }
}

/** Keeps only these columns: a value in another may be nothing that PostgreSQL could read. */
function pickKeys(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]])),
    ),
  )
}

export async function insertRows(
  trx: Trx,
  table: Table,
  payload: Payload,
  request: NegotiatedRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { rows, columns } = payload
  if (rows.length === 0) return toRows(undefined)
  const target = nameOf(table)
  const names = sql.join(columns.map((column) => sql.id(column)))
  const values =
    columns.length === 0
      ? sql`select from generate_series(1, ${rows.length}::int)`
      : sql`(${names}) select ${names} from ${bodyRows(table, payload, request)} as body`
  return returning(
    trx,
    table,
    sql`insert into ${target} ${values}${onConflict(table, columns, request)}`,
    request,
    ofLast,
  )
}

export async function updateRows(
  trx: Trx,
  table: Table,
  payload: Payload,
  request: NegotiatedRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { rows, columns } = payload
  const [first] = rows
  if (!first || columns.length === 0) return toRows(undefined)
  const target = nameOf(table)
  const assignments = columns.map((column) => sql`${sql.id(column)} = body.${sql.id(column)}`)
  const one: Payload =
    rows.length === 1 ? payload : { rows: [first], json: pickKeys([first], columns), columns }
  const body = bodyRows(table, one, request)
  const where = renderWhere(target, request.conditions)
  return returning(
    trx,
    table,
    sql`update ${target} set ${sql.join(assignments)} from ${body} as body${where}`,
    request,
    ofLast,
  )
}

export async function deleteRows(
  trx: Trx,
  table: Table,
  request: NegotiatedRequest,
  ofLast: Hints,
): Promise<Rows> {
  const target = nameOf(table)
  return returning(
    trx,
    table,
    sql`delete from ${target}${renderWhere(target, request.conditions)}`,
    request,
    ofLast,
  )
}

/**
 * Runs a write and collects its rows. RETURNING names columns only when requested, because it needs
 * the read privilege.
 */
async function returning(
  trx: Trx,
  table: Table,
  statement: RawBuilder<unknown>,
  request: NegotiatedRequest,
  ofLast: Hints,
): Promise<Rows> {
  const { accept, preferences, plan } = request
  const { shown, body, page } = shownColumnsOf(table, request)
  if (body === null && !table.hasTriggers && !accept.plan && preferences.resolution !== 'merge-duplicates') {
    const query = withHints(statement.compile(trx), { ...ofLast, anyPlan: true })
    const count = Number((await trx.executeQuery(query)).numAffectedRows ?? 0)
    return { ...toRows(undefined), body: null, count, total: count }
  }
  if (preferences.return === 'representation' && plan)
    return returningEmbedded(trx, nameOf(table), statement, { ...request, plan })
  return gather(
    trx,
    sql`with written as (${statement} returning ${shown})
      select ${body ?? sql`null::text`} as body, count(*)::text as count, count(*)::text as total,
        nullif(current_setting('rest.updated', true), '') as updated, ${responseSettings} from ${page} as page`,
    accept,
    ofLast,
  )
}

/** The same with what belongs to the rows that were written; filters and order of the request were for the writing. */
function returningEmbedded(
  trx: Trx,
  target: RawBuilder<unknown>,
  statement: RawBuilder<unknown>,
  request: NegotiatedRequest & { plan: ReadPlan },
): Promise<Rows> {
  const { plan, accept } = request
  const columns = columnsOf(plan)
  const shown = columns?.map((column) => sql`${target}.${sql.id(column)}`) ?? [sql`${target}.*`]
  const rows = { ...plan, conditions: [], order: [], page: { limit: null, offset: 0 } }
  const { body, page } = bodyOf(renderRead(rows, sql`written`), { ...request, page: rows.page })
  return gather(
    trx,
    sql`with written as (${statement} returning ${shown.length === 0 ? sql`1` : sql.join(shown)})
      select ${body} as body, (select count(*)::text from written) as count,
        (select count(*)::text from written) as total,
        nullif(current_setting('rest.updated', true), '') as updated, ${responseSettings}
      from ${page} as page`,
    accept,
  )
}

/**
 * Selects the rows that a write returns, and the body that is made of them: all that is selected,
 * the key of the first, or nothing.
 */
function shownColumnsOf(
  table: Table,
  request: NegotiatedRequest,
): { shown: RawBuilder<unknown>; body: RawBuilder<unknown> | null; page: RawBuilder<unknown> } {
  const { select, preferences } = request
  if (preferences.return === 'representation') {
    const whole = { ...request, page: { limit: null } }
    return { shown: renderSelect(nameOf(table), select), ...bodyOf(sql`select * from written`, whole) }
  }
  const page = sql`written`
  if (preferences.return !== 'headers-only' || table.primaryKey.length === 0)
    return { shown: sql`1`, body: null, page }
  return {
    page,
    shown: sql.join(table.primaryKey.map((name) => sql.id(name))),
    body: sql`(select json_object_agg(key, value) from json_each_text(json_agg(page.*) -> 0))::text`,
  }
}

/** The body as rows of the table's own type, so that PostgreSQL itself reads every value. */
function bodyRows(
  table: Table,
  { json, columns }: Payload,
  { preferences }: NegotiatedRequest,
): RawBuilder<unknown> {
  const target = nameOf(table)
  const isList = json.trimStart().startsWith('[')
  const written = table.columns.filter(({ name }) => columns.includes(name))
  if (written.some(({ representation }) => representation?.fromJson))
    return readJsonRows(written, { json, isList, isFilled: preferences.missing === 'default' })
  if (preferences.missing !== 'default')
    return isList
      ? sql`json_populate_recordset(null::${target}, ${json}::json)`
      : sql`json_populate_record(null::${target}, ${json}::json)`
  const base = sql`row(${sql.join(table.columns.map(defaultOf))})::${target}`
  return sql`(
    select filled.* from ${elementsOf(json, isList)} as element (value),
      lateral json_populate_record(${base}, element.value) as filled)`
}

function elementsOf(json: string, isList: boolean): RawBuilder<unknown> {
  return isList ? sql`json_array_elements(${json}::json)` : sql`(values (${json}::json))`
}

function defaultOf({ defaultSql }: Column): RawBuilder<unknown> {
  return defaultSql === null ? sql`null` : sql.raw(defaultSql)
}

/** The body with some columns as the product reads them; filled, a column that a row does not name has its default. */
function readJsonRows(
  columns: readonly Column[],
  { json, isList, isFilled }: { json: string; isList: boolean; isFilled: boolean },
): RawBuilder<unknown> {
  const types = columns.map(({ name, type, representation }) =>
    representation?.fromJson ? sql`${sql.id(name)} json` : sql`${sql.id(name)} ${sql.raw(type)}`,
  )
  const values = columns.map((column) => {
    const name = sql.id(column.name)
    const read = column.representation?.fromJson
    const value = read ? sql`${sql.id(read.schema, read.name)}(given.${name})` : sql`given.${name}`
    return isFilled
      ? sql`case when element.value -> ${column.name} is null then ${defaultOf(column)} else ${value} end as ${name}`
      : sql`${value} as ${name}`
  })
  return sql`(
    select ${sql.join(values)} from ${elementsOf(json, isList)} as element (value),
      lateral json_to_record(element.value) as given (${sql.join(types)}))`
}

function onConflict(
  table: Table,
  columns: readonly string[],
  request: NegotiatedRequest,
): RawBuilder<unknown> {
  const { resolution } = request.preferences
  const keys = request.onConflict ?? table.primaryKey
  if (resolution === null || keys.length === 0) return sql``
  const target = sql`(${sql.join(keys.map((key) => sql.id(key)))})`
  if (resolution === 'ignore-duplicates' || columns.length === 0)
    return sql` on conflict ${target} do nothing`
  const assignments = columns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`)
  // An upsert reports whether rows were new.
  const count = sql`coalesce(nullif(current_setting('rest.updated', true), ''), '0')::int + 1`
  return sql` on conflict ${target} do update set ${sql.join(assignments)}
    where set_config('rest.updated', (${count})::text, true) <> ''`
}

export function nameOf({ schema, name }: Table): RawBuilder<unknown> {
  return sql`${sql.id(schema, name)}`
}
