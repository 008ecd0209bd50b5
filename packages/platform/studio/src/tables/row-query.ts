import type { Column, Row } from './table-types.ts'

export const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'in',
  'is null',
  'is not null',
] as const
export type Operator = (typeof operators)[number]

export type Filter = { column: string; operator: Operator; value: string }
export type Order = { column: string; isDescending: boolean }

export type RowQuery = {
  /** What is shown; their values come as text, so that no number loses a digit. */
  columns: readonly string[]
  filters: readonly Filter[]
  order: Order | null
  limit: number
  offset: number
}

/** The query of rest/v1 that answers with such rows. Without an order of its own a page goes by the key, so that pages do not overlap. */
export function toQuery(
  { columns, filters, order, limit, offset }: RowQuery,
  keys: readonly string[],
): string {
  const query = new URLSearchParams()
  query.set('select', columns.map((name) => `${quoted(name)}::text`).join(','))
  for (const filter of filters) query.append(quoted(filter.column), toCondition(filter))
  const orders = [
    ...(order ? [`${quoted(order.column)}.${order.isDescending ? 'desc.nullslast' : 'asc.nullsfirst'}`] : []),
    ...keys.filter((name) => name !== order?.column).map((name) => `${quoted(name)}.asc`),
  ]
  if (orders.length > 0) query.set('order', orders.join(','))
  query.set('limit', String(limit))
  if (offset > 0) query.set('offset', String(offset))
  return query.toString()
}

/** The query that means this very row; null for a table without a key, and for a row whose key was not read. */
export function toKeyQuery(columns: readonly Column[], row: Row): string | null {
  const keys = columns.filter(({ isKey }) => isKey)
  if (keys.length === 0) return null
  const query = new URLSearchParams()
  for (const { name } of keys) {
    const value = row[name]
    if (value === null || value === undefined) return null
    query.append(quoted(name), `eq.${value}`)
  }
  return query.toString()
}

/** What `Content-Range` says of how many there are. */
export function totalOf(contentRange: string | null): number | null {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

function toCondition({ operator, value }: Filter): string {
  switch (operator) {
    case 'contains':
      return `ilike.*${value}*`
    case 'in':
      return `in.(${value
        .split(',')
        .map((one) => `"${one.trim().replace(/["\\]/g, '\\$&')}"`)
        .join(',')})`
    case 'is null':
      return 'is.null'
    case 'is not null':
      return 'not.is.null'
    default:
      return `${operator}.${value}`
  }
}

/** A name as PostgREST reads it wherever it stands. */
function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}
