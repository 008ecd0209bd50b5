import { type RawBuilder, sql } from 'kysely'
import { isPostgresError } from '../../http/postgres-error.ts'
import { queryTooComplex } from '../request/query-budget.ts'
import type { RestError } from '../rest-error.ts'

type Sql = RawBuilder<unknown>

/** As many rows with nothing within them are not counted: they cannot be more than they are in their table. */
const uncountedRows = 100

/** What the answer's bytes are counted of, and up to which number; null, without end. */
export type AnswerBound = { maxBytes: number | null; limit: number | null; hasEmbeds: boolean }

/** Returns true when rows have to be counted while they are gathered. */
export function isCounted(bound: AnswerBound): bound is AnswerBound & { maxBytes: number } {
  const { maxBytes, limit, hasEmbeds } = bound
  return maxBytes !== null && (hasEmbeds || limit === null || limit > uncountedRows)
}

/**
 * Each of `rows`, which are called `name`, as `json`, with some of its columns beside it. It stops at the row by which the
 * JSON of all is longer than allowed: a table within a list may say the same long value for every row around it, and would
 * otherwise be built in memory to its end before anybody could refuse it.
 */
export function boundedRows(
  rows: Sql,
  { name, json, beside }: { name: Sql; json: Sql; beside: readonly Sql[] },
  maxBytes: number,
): Sql {
  // Without `offset 0` PostgreSQL makes the JSON twice, once to measure it.
  return sql`(select counted.* from (
      select made.*, sum(pg_column_size(made.json)) over (rows unbounded preceding) as bytes
      from (select ${sql.join([sql`${json} as json`, ...beside])} from (${rows}) as ${name} offset 0) as made
    ) as counted
    where case when counted.bytes > ${maxBytes}::bigint then (${tooLongMarker} || counted.bytes)::int is null else true end)`
}

/** What PostgreSQL fails to read as a number; it has no function that only raises an error. */
const tooLongMessage = 'answer too long: '
const tooLongMarker = sql.raw(`'${tooLongMessage}'`)

/** The refusal that a statement with `boundedRows` ended in, or null for any other error. */
export function toAnswerTooLong(error: unknown): RestError | null {
  if (!isPostgresError(error) || error.code !== '22P02' || !error.message.includes(tooLongMessage))
    return null
  return queryTooComplex('The answer would be longer than the server allows; ask for fewer rows or columns')
}
