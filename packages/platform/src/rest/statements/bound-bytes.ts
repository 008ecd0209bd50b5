import { type RawBuilder, sql } from 'kysely'
import { isPostgresError } from '../../http/postgres-error.ts'
import { queryTooComplex } from '../request/query-budget.ts'
import type { RestError } from '../rest-error.ts'

type Sql = RawBuilder<unknown>

/** Up to this many plain rows are not measured. */
const uncountedRows = 100

/** The limit of the answer's bytes; null for none. */
export type AnswerBound = { maxBytes: number | null; limit: number | null; hasEmbeds: boolean }

/** Returns true when rows have to be counted while they are gathered. */
export function isCounted(bound: AnswerBound): bound is AnswerBound & { maxBytes: number } {
  const { maxBytes, limit, hasEmbeds } = bound
  return maxBytes !== null && (hasEmbeds || limit === null || limit > uncountedRows)
}

/**
 * Returns `rows` (named `name`) as `json` with other columns, and stops when the JSON exceeds the
 * limit, because embedding can repeat long values.
 */
export function boundedRows(
  rows: Sql,
  { name, json, beside }: { name: Sql; json: Sql; beside: readonly Sql[] },
  maxBytes: number,
): Sql {
  // `offset 0` keeps PostgreSQL from building the JSON twice.
  return sql`(select counted.* from (
      select made.*, sum(pg_column_size(made.json)) over (rows unbounded preceding) as bytes
      from (select ${sql.join([sql`${json} as json`, ...beside])} from (${rows}) as ${name} offset 0) as made
    ) as counted
    where case when counted.bytes > ${maxBytes}::bigint then (${tooLongMarker} || counted.bytes)::int is null else true end)`
}

/** PostgreSQL has no function that raises an error, so a failing cast does. */
const tooLongMessage = 'answer too long: '
const tooLongMarker = sql.raw(`'${tooLongMessage}'`)

/** The refusal that a statement with `boundedRows` ended in, or null for any other error. */
export function toAnswerTooLong(error: unknown): RestError | null {
  if (!isPostgresError(error) || error.code !== '22P02' || !error.message.includes(tooLongMessage))
    return null
  return queryTooComplex('The answer would be longer than the server allows; ask for fewer rows or columns')
}
