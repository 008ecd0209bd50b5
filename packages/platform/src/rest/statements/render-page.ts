import { type RawBuilder, sql } from 'kysely'
import type { NegotiatedRequest } from '../request/rest-request.ts'

/** Renders ` limit … offset …`, or nothing. */
export function renderPage({
  limit,
  offset,
}: Pick<NegotiatedRequest['page'], 'limit' | 'offset'>): RawBuilder<unknown> {
  return sql`${limit === null ? sql`` : sql` limit ${limit}::bigint`}${offset === 0 ? sql`` : sql` offset ${offset}::bigint`}`
}
