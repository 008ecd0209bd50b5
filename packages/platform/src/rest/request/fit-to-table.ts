import type { Column, Table } from '../schema/read-schemas.ts'
import type { Field } from './field.ts'
import type { Condition, FilterPredicate } from './parse-filters.ts'
import type { Select } from './parse-select.ts'
import type { RestRequest } from './rest-request.ts'

/**
 * Adapts a request to column types: full-text search on text and JSON, and the product's
 * representations.
 */
export function fitToTable<Request extends Pick<RestRequest, 'select' | 'conditions'>>(
  request: Request,
  { columns }: Table,
): Request {
  const isRepresented = columns.some(({ representation }) => representation !== null)
  const isPlain = !request.conditions.some(isFitted) && !request.select.some(hasPath)
  if (!isRepresented && isPlain) return request
  const known = new Map(columns.map((column) => [column.name, column]))
  return {
    ...request,
    conditions: request.conditions.map((condition) => fitCondition(condition, known)),
    select: fitSelect(request.select, columns, known),
  }
}

type Columns = ReadonlyMap<string, Column>

/** Returns true when a test is made otherwise for columns of some types. */
function isFitted(condition: Condition): boolean {
  if (condition.kind === 'test') return condition.test.kind === 'search' || condition.field.path.length > 0
  return 'conditions' in condition && condition.conditions.some(isFitted)
}

function hasPath(item: Select[number]): boolean {
  return item !== 'all' && item.kind === 'field' && (item.field?.path.length ?? 0) > 0
}

function fitCondition(condition: Condition, known: Columns): Condition {
  if (condition.kind === 'test')
    return {
      ...condition,
      field: fitPath(condition.field, known),
      test: fitTest(condition.test, condition.field, known),
    }
  if (!('conditions' in condition)) return condition
  return { ...condition, conditions: condition.conditions.map((one) => fitCondition(one, known)) }
}

function fitTest(test: FilterPredicate, { column, path }: Field, known: Columns): FilterPredicate {
  const found = known.get(column)
  if (!found) return test
  if (test.kind === 'search') return { ...test, ofText: path.length > 0 || found.type !== 'tsvector' }
  const parse = path.length === 0 ? found.representation?.fromText : undefined
  if (!parse || test.kind === 'is') return test
  return { ...test, parse }
}

/** Comparisons of JSON use JSONB, because JSON has no equality. */
function fitPath(field: Field, known: Columns): Field {
  const last = field.path.at(-1)
  const type = last && known.get(field.column)?.type
  return type === 'jsonb' || (type === 'json' && last?.asText) ? { ...field, isJson: true } : field
}

function fitSelect(select: Select, columns: readonly Column[], known: Columns): Select {
  return select.flatMap((item): Select => {
    if (item === 'all') {
      if (columns.every(({ representation }) => representation === null)) return [item]
      return columns.map(({ name, representation }) => ({
        kind: 'field',
        field: { column: name, path: [], ...displayCastOf(representation) },
        alias: null,
        cast: null,
        aggregate: null,
      }))
    }
    if (item.kind === 'embed' || !item.field) return [item]
    if (item.field.path.length > 0) return [{ ...item, field: fitPath(item.field, known) }]
    if (item.cast !== null) return [item]
    const found = known.get(item.field.column)
    return [{ ...item, field: { ...item.field, ...displayCastOf(found?.representation ?? null) } }]
  })
}

function displayCastOf(representation: Column['representation']): Pick<Field, 'shownBy'> {
  return representation?.toJson ? { shownBy: representation.toJson } : {}
}
