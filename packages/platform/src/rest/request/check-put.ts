import { badPut } from '../rest-errors.ts'
import type { Table } from '../schema/read-schemas.ts'
import type { Payload } from '../statements/write-rows.ts'
import type { RestRequest } from './rest-request.ts'

/** Throws unless a PUT names one row by its whole primary key, in the address and in the body alike. */
export function checkPut(table: Table, { rows }: Payload, { conditions, page }: RestRequest): void {
  if (page.offset !== 0 || page.limit !== page.maxRows) {
    throw badPut('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const keys = new Map(
    conditions.map((condition) =>
      condition.kind === 'test' &&
      !condition.negated &&
      condition.field.path.length === 0 &&
      condition.test.kind === 'compare' &&
      condition.test.operator === 'eq'
        ? [condition.field.column, condition.test.value]
        : ['', ''],
    ),
  )
  const isWhole =
    table.primaryKey.length > 0 &&
    keys.size === conditions.length &&
    keys.size === table.primaryKey.length &&
    table.primaryKey.every((name) => keys.has(name))
  if (!isWhole) {
    throw badPut('PGRST105', "Filters must include all and only primary key columns with 'eq' operators", 405)
  }
  const [row] = rows
  if (rows.length !== 1 || !row || table.primaryKey.some((name) => textOf(row[name]) !== keys.get(name))) {
    throw badPut('PGRST115', 'Payload values do not match URL in primary key column(s)')
  }
}

/** A value as a filter of the address writes it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
