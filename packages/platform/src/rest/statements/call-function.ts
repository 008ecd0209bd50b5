import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import type { Accept } from '../request/negotiate.ts'
import type { NegotiatedRequest } from '../request/rest-request.ts'
import type { Argument, Routine } from '../schema/read-schemas.ts'
import { asText } from './handle-media.ts'
import { gather, type Rows, readReturned, responseSettings } from './read-rows.ts'
import { renderPage } from './render-page.ts'

/** The arguments of a call: JSON values, texts of a query or form, or one body. */
export type Arguments =
  | { kind: 'json'; values: Readonly<Record<string, unknown>> }
  | { kind: 'texts'; values: ReadonlyMap<string, readonly string[]> }
  | { kind: 'body'; value: string | Buffer }

/** A function's result: rows, a value, a list of values, or nothing. */
export type Answer = { kind: 'rows' | 'value' | 'void'; rows: Rows; single: boolean }

/** Calls a function; PostgreSQL reads the arguments as the types it declares. */
export async function callFunction(
  trx: Trx,
  routine: Routine,
  args: Arguments,
  request: NegotiatedRequest,
): Promise<Answer> {
  const { accept } = request
  const call = sql`${sql.id(routine.schema, routine.name)}(${renderArguments(routine, args)})`
  if (routine.returns === 'row') {
    const single = !routine.returnsSet && accept.shape === 'rows'
    const rows = await readReturned(trx, call, request, single ? { ...accept, shape: 'object' } : accept)
    return { kind: 'rows', rows, single }
  }
  if (routine.returns === 'void') {
    const rows = await gather(
      trx,
      sql`with called as materialized (select from ${call} as result)
        select null as body, count(*)::text as count, null as total, null as updated, ${responseSettings}
        from called`,
      accept,
    )
    return { kind: 'void', rows, single: true }
  }
  const single = !routine.returnsSet || accept.shape === 'object'
  const rows = await gather(
    trx,
    sql`with returned as materialized (select ${call} as value)
      select ${bodyOfValue(accept, single)} as body, count(*)::text as count,
        (select count(*)::text from returned) as total, null as updated, ${responseSettings}
      from (select value from returned${renderPage(request.page)}) as page`,
    accept,
  )
  return { kind: 'value', rows, single }
}

/** Builds the body of a value by JSON or the media type handler. */
function bodyOfValue({ handler }: Accept, single: boolean): RawBuilder<unknown> {
  if (handler?.kind === 'function') return asText(handler, sql`(array_agg(page.value))[1]`)
  if (handler) return asText(handler, sql`${sql.id(handler.schema, handler.name)}(page.value)`)
  const list = sql`json_agg(page.value)`
  return sql`(${single ? sql`${list} -> 0` : sql`coalesce(${list}, '[]')`})::text`
}

function renderArguments(routine: Routine, args: Arguments): RawBuilder<unknown> {
  const [first] = routine.args
  if (args.kind === 'body') return first ? sql`${castBody(args.value)}::${typeOf(first)}` : sql``
  const given = routine.args.filter(({ name }) =>
    args.kind === 'json' ? Object.hasOwn(args.values, name) : args.values.has(name),
  )
  if (given.length === 0) return sql``
  const value = args.kind === 'json' ? jsonArgumentValue(given, args.values) : textArgumentValue(args.values)
  return sql.join(
    given.map((arg) => sql`${arg.variadic ? sql`variadic ` : sql``}${sql.id(arg.name)} := ${value(arg)}`),
  )
}

function castBody(value: string | Buffer): RawBuilder<unknown> {
  return typeof value === 'string' ? sql`${value}::text` : sql`decode(${value.toString('hex')}::text, 'hex')`
}

function jsonArgumentValue(given: readonly Argument[], values: Readonly<Record<string, unknown>>) {
  const json = JSON.stringify(Object.fromEntries(given.map((arg) => [arg.name, values[arg.name]])))
  return (arg: Argument) =>
    sql`(select given.* from json_to_record(${json}::json) as given (${sql.id(arg.name)} ${typeOf(arg)}))`
}

/** The last of several texts counts, except where any number of them is asked for. */
function textArgumentValue(values: ReadonlyMap<string, readonly string[]>) {
  return (arg: Argument) => {
    const texts = values.get(arg.name) ?? []
    return arg.variadic
      ? sql`array[${sql.join(texts.map((text) => sql`${text}::text`))}]::${typeOf(arg)}`
      : sql`cast(${texts.at(-1) ?? ''}::text as ${typeOf(arg)})`
  }
}

/** A type as PostgreSQL itself wrote it down. */
function typeOf({ type }: Argument): RawBuilder<unknown> {
  return sql.raw(type)
}
