import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import type { RestRequest } from '../request/rest-request.ts'
import { expectedRows } from './explain.ts'

/**
 * The way the rows of a request are counted: a part of its statement, and what to make of the
 * number that comes of it.
 */
export type RowCount = {
  total: RawBuilder<unknown>
  settle: (trx: Trx, counted: number | null) => Promise<number | null>
}

/**
 * Counts as PostgREST does: `exact` by counting, `planned` by what PostgreSQL expects, `estimated`
 * by counting up to the most rows an answer may have, and by what PostgreSQL expects beyond.
 */
export function countRows(filtered: RawBuilder<unknown>, { preferences, page }: RestRequest): RowCount {
  const all = sql`select 1 from ${filtered}`
  const exact: RowCount = {
    total: sql`select count(*) from ${filtered}`,
    settle: async (_, counted) => counted,
  }
  switch (preferences.count) {
    case null:
      return { total: sql`null::bigint`, settle: async () => null }
    case 'exact':
      return exact
    case 'planned':
      return { total: sql`null::bigint`, settle: (trx) => expectedRows(trx, all) }
    case 'estimated': {
      const { maxRows } = page
      if (maxRows === null) return exact
      return {
        total: sql`select count(*) from (${all} limit ${maxRows + 1}::bigint) as part`,
        settle: async (trx, counted) =>
          counted !== null && counted > maxRows ? Math.max(counted, await expectedRows(trx, all)) : counted,
      }
    }
  }
}
