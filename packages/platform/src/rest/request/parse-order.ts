import { type RawBuilder, sql } from 'kysely'
import { type Field, parseField, renderField } from './field.ts'
import type { QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = { field: Field; direction: 'asc' | 'desc'; nulls: 'first' | 'last' | null }

/** Reads `order=created_at.desc.nullslast,id`. */
export function parseOrder(text: string, budget: QueryBudget): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    budget.spend('order terms')
    const field = parseField(scanner)
    const direction = scanner.match(/\.(asc|desc)\b/)?.[1] === 'desc' ? 'desc' : 'asc'
    const nulls = scanner.match(/\.nulls(first|last)\b/)?.[1]
    terms.push({ field, direction, nulls: nulls === 'first' || nulls === 'last' ? nulls : null })
  } while (scanner.accept(','))
  if (!scanner.done) throw scanner.error('expecting "asc", "desc", "nullsfirst" or "nullslast"')
  return terms
}

export function renderOrder(source: RawBuilder<unknown>, terms: readonly OrderTerm[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql``
  return sql` order by ${sql.join(
    terms.map(({ field, direction, nulls }) => {
      const nullsSql = nulls === null ? sql`` : nulls === 'first' ? sql` nulls first` : sql` nulls last`
      return sql`${renderField(source, field)}${direction === 'desc' ? sql` desc` : sql` asc`}${nullsSql}`
    }),
  )}`
}
