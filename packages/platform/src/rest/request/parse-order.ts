import { type RawBuilder, sql } from 'kysely'
import { type Field, parseField, renderField } from './field.ts'
import type { QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

/** `of` names the embedded table whose column it is, if it is not one's own. */
export type OrderTerm = {
  field: Field
  of: string | null
  direction: 'asc' | 'desc'
  nulls: 'first' | 'last' | null
}

/** Reads `order=created_at.desc.nullslast,id,other(name)`. */
export function parseOrder(text: string, budget: QueryBudget): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    budget.spend('order terms')
    scanner.match(/\s*/)
    const { field, of } = parseOrdered(scanner)
    const direction = scanner.match(/\.(asc|desc)\b/)?.[1] === 'desc' ? 'desc' : 'asc'
    const nulls = scanner.match(/\.nulls(first|last)\b/)?.[1]
    terms.push({ field, of, direction, nulls: nulls === 'first' || nulls === 'last' ? nulls : null })
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  if (!scanner.done) throw scanner.error('expecting "asc", "desc", "nullsfirst" or "nullslast"')
  return terms
}

function parseOrdered(scanner: Scanner): Pick<OrderTerm, 'field' | 'of'> {
  const field = parseField(scanner)
  if (field.path.length > 0 || !scanner.accept('(')) return { field, of: null }
  const ofOther = parseField(scanner)
  scanner.expect(')')
  return { field: ofOther, of: field.column }
}

/** ` order by …`, or nothing; `ordered` finds what a term is about. */
export function renderOrder(
  source: RawBuilder<unknown>,
  terms: readonly OrderTerm[],
  ordered: (term: OrderTerm) => RawBuilder<unknown> = ({ field }) => renderField(source, field),
): RawBuilder<unknown> {
  if (terms.length === 0) return sql``
  return sql` order by ${sql.join(
    terms.map((term) => {
      const { direction, nulls } = term
      const nullsSql = nulls === null ? sql`` : nulls === 'first' ? sql` nulls first` : sql` nulls last`
      return sql`${ordered(term)}${direction === 'desc' ? sql` desc` : sql` asc`}${nullsSql}`
    }),
  )}`
}
