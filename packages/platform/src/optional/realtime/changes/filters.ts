import { type RawBuilder, sql } from 'kysely'
import type { TableColumn, WatchedTable } from './watched-tables.ts'

/** A condition on a row. */
export type Filter = {
  column: string
  /** The field of a JSON column, as text. */
  field: string | null
  operator: Operator
  isNegated: boolean
  values: readonly string[]
}

const comparisons = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  isdistinct: 'is distinct from',
} as const
type Operator = keyof typeof comparisons | 'in' | 'is'

const maxValues = 100
const maxConditions = 20
const patternMaxLength = 200
const jsonTypes: readonly string[] = ['json', 'jsonb']
const booleanTexts: readonly string[] = ['null', 'true', 'false', 'unknown']

export class FilterError extends Error {}

/** Reads `column=operator.value,...`. @throws {FilterError} when it is none, or not of this table. */
export function parseFilters(text: string, table: WatchedTable, role: string): Filter[] {
  if (text === '') return []
  const conditions = split(text)
  if (conditions.length > maxConditions) throw new FilterError(`too many filters: ${conditions.length}`)
  return conditions.map((condition) => {
    const [, left = '', not, operator = '', value = ''] =
      /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(condition) ?? []
    if (left === '') throw new FilterError(`invalid filter ${condition}`)
    const [column = '', field = null] = left.split('->>', 2)
    const known = table.columns.find(({ name }) => name === column)
    if (!known?.readers.includes(role)) throw new FilterError(`invalid column for filter ${column}`)
    if (field !== null && !jsonTypes.includes(known.type)) throw new FilterError(`${column} is no JSON`)
    return { column, field, isNegated: not !== undefined, ...parseOperand(operator, value) }
  })
}

function parseOperand(operator: string, value: string): Pick<Filter, 'operator' | 'values'> {
  if (operator === 'in') {
    const [, list] = /^\((.*)\)$/s.exec(value) ?? []
    const values = list === undefined ? [] : split(list).map(unquote)
    if (values.length === 0) throw new FilterError(`invalid values for in: ${value}`)
    if (values.length > maxValues)
      throw new FilterError(`too many values for in filter. Maximum ${maxValues}`)
    return { operator, values }
  }
  if (operator === 'is') {
    if (!booleanTexts.includes(value)) throw new FilterError(`invalid value for is: ${value}`)
    return { operator, values: [value] }
  }
  if (!isComparison(operator)) throw new FilterError(`invalid operator ${operator}`)
  const operand = unquote(value)
  const isPattern = operator === 'like' || operator === 'ilike'
  // Many `%` are slow.
  if (isPattern && (operand.length > patternMaxLength || (operand.match(/%/g)?.length ?? 0) > 4)) {
    throw new FilterError('the pattern is too costly')
  }
  if (isPattern && /(^|[^\\])(\\\\)*\\$/.test(operand))
    throw new FilterError('the pattern ends with a backslash')
  return { operator, values: [operand] }
}

function isComparison(operator: string): operator is keyof typeof comparisons {
  return Object.hasOwn(comparisons, operator)
}

/** The condition in SQL on a row called `t`; values are read as the column's own type. */
export function renderFilter(filter: Filter, columns: readonly TableColumn[]): RawBuilder<boolean> {
  const { column, field, operator, isNegated, values } = filter
  const known = columns.find(({ name }) => name === column)
  if (!known) return sql`false`
  const own = sql.ref(`t.${column}`)
  const left = field === null ? own : sql`(${own} ->> ${field}::text)`
  const [first = ''] = values
  const typed = (value: string) => sql`${value}::text::${sql.raw(field === null ? known.cast : 'text')}`
  const condition =
    operator === 'in'
      ? sql`${left} in (${sql.join(values.map(typed))})`
      : operator === 'is'
        ? sql`${left} is ${sql.raw(first)}`
        : operator === 'like' || operator === 'ilike'
          ? sql`${left}::text ${sql.raw(operator)} ${first}::text`
          : sql`${left} ${sql.raw(comparisons[operator])} ${typed(first)}`
  return isNegated ? sql<boolean>`not (${condition})` : sql<boolean>`(${condition})`
}

/** Splits at commas that are neither in quotes nor in parentheses. */
function split(text: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\' && isQuoted) {
      parts.push(`${parts.pop()}${letter}${text[++at] ?? ''}`)
      continue
    }
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth += 1
    else if (!isQuoted && letter === ')') depth -= 1
    if (letter === ',' && !isQuoted && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${letter}`)
  }
  return parts
}

function unquote(text: string): string {
  const [, inner] = /^"(.*)"$/s.exec(text) ?? []
  return inner === undefined ? text : inner.replace(/\\(.)/gs, '$1')
}
