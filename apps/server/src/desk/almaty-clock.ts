import { almatyOffsetMs } from '@app/domain/time/almaty'
import { type RawBuilder, sql } from 'kysely'

const offset = sql.raw(`interval '${almatyOffsetMs / 1000} seconds'`)

/**
 * Converts a column's instants to Almaty time: a timestamp without a zone, to be cut into days and
 * weeks.
 */
export function almatyClock(column: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} at time zone ${offset})`
}
