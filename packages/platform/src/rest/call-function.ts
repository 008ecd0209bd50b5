import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../auth/auth-context.ts'
import type { RestRequest } from './parse-request.ts'
import { type Rows, readRows } from './read-rows.ts'
import type { Routine } from './schema-cache.ts'

/** What a function answered: rows to choose from, the JSON of one value, or nothing. */
export type Answer =
  | { kind: 'rows'; rows: Rows; single: boolean }
  | { kind: 'value'; body: string }
  | { kind: 'void' }

/** Calls a function with named arguments; PostgreSQL reads their JSON as the types it declares. */
export async function callFunction(
  trx: Trx,
  routine: Routine,
  args: Readonly<Record<string, unknown>>,
  request: RestRequest,
): Promise<Answer> {
  const given = routine.args.filter((arg) => Object.hasOwn(args, arg.name))
  const call = renderCall(
    routine,
    given.map(({ name, type }) => ({ name, type })),
    args,
  )
  if (routine.returns === 'row') {
    const single = !routine.returnsSet && request.accept.shape === 'rows'
    const rows = await readRows(
      trx,
      call,
      request,
      single ? { ...request.accept, shape: 'object' } : request.accept,
    )
    return { kind: 'rows', rows, single }
  }
  if (routine.returns === 'void') {
    await sql`select 1 from ${call} as result`.execute(trx)
    return { kind: 'void' }
  }
  const value = routine.returnsSet ? sql`coalesce(json_agg(result.value), '[]')` : sql`to_json(result.value)`
  const { rows } = await sql<{ body: string | null }>`
    select ${value}::text as body from ${call} as result (value)`.execute(trx)
  return { kind: 'value', body: rows[0]?.body ?? 'null' }
}

function renderCall(
  { schema, name }: Routine,
  given: readonly { name: string; type: string }[],
  args: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> {
  if (given.length === 0) return sql`${sql.id(schema, name)}()`
  const json = JSON.stringify(Object.fromEntries(given.map((arg) => [arg.name, args[arg.name]])))
  const values = given.map(
    (arg) =>
      sql`${sql.id(arg.name)} := (
        select given.* from json_to_record(${json}::json) as given (${sql.id(arg.name)} ${sql.raw(arg.type)}))`,
  )
  return sql`${sql.id(schema, name)}(${sql.join(values)})`
}
