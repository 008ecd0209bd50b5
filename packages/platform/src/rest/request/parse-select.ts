import { type RawBuilder, sql } from 'kysely'
import { badQuery, embeddingUnsupported } from '../rest-errors.ts'
import { type Field, fieldName, parseField, renderField } from './field.ts'
import type { QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

export type SelectItem = { field: Field; alias: string | null; cast: string | null }
/** `all` stands for `*`. */
export type Select = readonly (SelectItem | 'all')[]

/** Reads `select=id,city:location->>city,age::text`. Nothing means everything. */
export function parseSelect(text: string | null, budget: QueryBudget): Select {
  if (text === null || text.trim() === '') return ['all']
  const scanner = new Scanner(text, 'select parameter')
  const items: (SelectItem | 'all')[] = []
  do {
    budget.spend('selected columns')
    scanner.match(/\s*/)
    items.push(scanner.accept('*') ? 'all' : parseItem(scanner))
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  if (!scanner.done) throw scanner.error('expecting "," or the end')
  return items
}

export function renderSelect(source: RawBuilder<unknown>, select: Select): RawBuilder<unknown> {
  return sql.join(
    select.map((item) => {
      if (item === 'all') return sql`${source}.*`
      const value = renderField(source, item.field)
      const cast = item.cast ? sql`cast(${value} as ${typeName(item.cast)})` : value
      return sql`${cast} as ${sql.id(item.alias ?? fieldName(item.field))}`
    }),
  )
}

function parseItem(scanner: Scanner): SelectItem {
  if (scanner.accept('...')) throw embeddingUnsupported(scanner.rest())
  let field = parseField(scanner)
  let alias: string | null = null
  if (field.path.length === 0 && !scanner.match(/(?=::)/) && scanner.accept(':')) {
    alias = field.column
    field = parseField(scanner)
  }
  const cast = scanner.accept('::') ? (scanner.match(/[a-zA-Z_][\w ]*(?:\[\])?/)?.[0] ?? null) : null
  if (scanner.match(/[!(]/)) throw embeddingUnsupported(field.column)
  if (scanner.accept('.'))
    throw badQuery('Use of aggregate functions is not allowed', `near "${field.column}."`)
  return { field, alias, cast }
}

/** A type's name as an identifier, so that nothing but a type can be named; `int` and its like are keywords to SQL. */
function typeName(name: string): RawBuilder<unknown> {
  const isArray = name.endsWith('[]')
  const plain = (isArray ? name.slice(0, -2) : name).trim().toLowerCase()
  const id = sql.id(shortTypeNames[plain] ?? plain)
  return isArray ? sql`${id}[]` : id
}

const shortTypeNames: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  char: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
}
