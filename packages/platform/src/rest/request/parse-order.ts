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
    terms.push({ field, of, ...parseDirectionAndNulls(scanner) })
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  return terms
}

/** Reads `.desc.nullslast` to the end of a term. */
function parseDirectionAndNulls(scanner: Scanner): Pick<OrderTerm, 'direction' | 'nulls'> {
  let direction: OrderTerm['direction'] | null = null
  let nulls: OrderTerm['nulls'] = null
  while (nulls === null && scanner.accept('.')) {
    const found: string | undefined = scanner.match(
      direction === null ? /asc|desc|nulls(?:first|last)/ : /nulls(?:first|last)/,
    )?.[0]
    if (found === 'asc' || found === 'desc') direction = found
    else if (found === 'nullsfirst') nulls = 'first'
    else if (found === 'nullslast') nulls = 'last'
    else throw misspelledError(scanner, direction === null ? ['asc', 'desc', ...nullsWords] : nullsWords)
  }
  if (!/^[\s,]?$/.test(scanner.peek())) {
    const delimiter = nulls === null ? 'delimiter (.), ' : ''
    throw scanner.error(`expecting ${delimiter}"," or end of input`, `'${scanner.peek()}'`)
  }
  return { direction: direction ?? 'asc', nulls }
}

const nullsWords = ['nullsfirst', 'nullslast']

/** Like PostgREST: at the first character that differs from the first word. */
function misspelledError(scanner: Scanner, words: readonly string[]): Error {
  const [first = ''] = words
  const right = [...first].findIndex((letter, nth) => scanner.peek(nth) !== letter)
  const quoted = words.map((word) => `"${word}"`)
  return scanner.error(
    `expecting ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    `"${scanner.peek(right)}"`,
  )
}

function parseOrdered(scanner: Scanner): Pick<OrderTerm, 'field' | 'of'> {
  const field = parseField(scanner)
  if (field.path.length > 0 || !scanner.accept('(')) return { field, of: null }
  const ofOther = parseField(scanner)
  scanner.expect(')')
  return { field: ofOther, of: field.column }
}

/** Renders ` order by …`, or nothing; `ordered` resolves a term. */
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
