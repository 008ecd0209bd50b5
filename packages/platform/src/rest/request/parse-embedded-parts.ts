import { badLimit, badQuery } from '../rest-errors.ts'
import { type Filter, parsePath } from './parse-filters.ts'
import { type OrderTerm, parseOrder } from './parse-order.ts'
import type { QueryBudget } from './query-budget.ts'

/** An option of an embedded table. */
export type EmbeddedPart = { path: readonly string[] } & (
  | { kind: 'filter'; condition: Filter['condition'] }
  | { kind: 'order'; terms: readonly OrderTerm[] }
  | { kind: 'limit' | 'offset'; count: number }
)

type Part = { path: string; what: 'order' | 'limit' | 'offset' }

/** Tells `other.order`, `other.limit` and `other.offset` from other parameters. */
export function splitPart(key: string): Part | null {
  const found = /^(.+)\.(order|limit|offset)$/s.exec(key)
  const what = found?.[2]
  return found && (what === 'order' || what === 'limit' || what === 'offset')
    ? { path: found[1] ?? '', what }
    : null
}

/** Reads order, limit and offset of a table within. */
export function parseEmbeddedPart(
  { path: text, what }: Part,
  value: string,
  budget: QueryBudget,
): EmbeddedPart {
  const path = parsePath(text)
  if (what === 'order') return { path, kind: 'order', terms: parseOrder(value, budget) }
  budget.spend('filters')
  const count = parseCount(what, value)
  if (what === 'limit' && count < 0) throw badLimit()
  return { path, kind: what, count: Math.max(0, count) }
}

export function parseCount(name: string, text: string): number {
  if (!/^-?\d{1,15}$/.test(text))
    throw badQuery(
      `"failed to parse ${name} (${text.slice(0, 50)})" (line 1, column 1)`,
      'expecting a whole number',
    )
  return Number(text)
}
