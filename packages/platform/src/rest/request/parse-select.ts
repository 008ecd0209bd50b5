import { type RawBuilder, sql } from 'kysely'
import { type Field, fieldName, parseField, renderShown } from './field.ts'
import { checkDepth, type QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const

/** `field` is null of `count()`, which counts rows; a cast may stand before an aggregate and after it. */
export type SelectItem = {
  kind: 'field'
  field: Field | null
  alias: string | null
  cast: string | null
  aggregate: { function: (typeof aggregates)[number]; cast: string | null } | null
}

/** An embedded table: `alias:name!hint!inner(…)`, or spread: `...name(…)`. */
export type EmbedItem = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  isInner: boolean
  isSpread: boolean
  select: Select
}

/** `all` stands for `*`. */
export type Select = readonly (SelectItem | EmbedItem | 'all')[]

/** Reads `select=id,city:location->>city,age::text,other(name),...another(total:price.sum())`. Nothing means everything. */
export function parseSelect(text: string | null, budget: QueryBudget): Select {
  if (text === null || text.trim() === '') return ['all']
  const scanner = new Scanner(text, 'select parameter')
  const items = parseItems(scanner, budget, 0)
  if (!scanner.done) throw scanner.error('expecting "," or the end')
  return items
}

/** The columns of a select in which nothing is embedded or aggregated. */
export function renderSelect(source: RawBuilder<unknown>, select: Select): RawBuilder<unknown> {
  return sql.join(
    select.flatMap((item) => {
      if (item === 'all') return [sql`${source}.*`]
      return item.kind === 'field' ? [sql`${renderItem(source, item)} as ${sql.id(itemName(item))}`] : []
    }),
  )
}

/** The value of an item, before it is aggregated. Of `count()` it is whatever is there in every row. */
export function renderItem(source: RawBuilder<unknown>, { field, cast }: SelectItem): RawBuilder<unknown> {
  return renderCast(field === null ? sql`1` : renderShown(source, field), cast)
}

export function renderCast(value: RawBuilder<unknown>, cast: string | null): RawBuilder<unknown> {
  return cast === null ? value : sql`cast(${value} as ${typeName(cast)})`
}

/** The name of an item in the answer. */
export function itemName({ field, alias, aggregate }: SelectItem): string {
  return alias ?? aggregate?.function ?? (field === null ? 'count' : fieldName(field))
}

function parseItems(scanner: Scanner, budget: QueryBudget, depth: number): Select {
  const items: (SelectItem | EmbedItem | 'all')[] = []
  do {
    budget.spend('selected columns')
    scanner.match(/\s*/)
    items.push(scanner.accept('*') ? 'all' : parseItem(scanner, budget, depth))
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  return items
}

function parseItem(scanner: Scanner, budget: QueryBudget, depth: number): SelectItem | EmbedItem {
  if (scanner.match(/\.{2,3}/)) {
    return parseEmbed(scanner, budget, depth, { name: scanner.name(), alias: null, isSpread: true })
  }
  let field = parseField(scanner)
  let alias: string | null = null
  if (field.path.length === 0 && !scanner.match(/(?=::)/) && scanner.accept(':')) {
    alias = field.column
    field = parseField(scanner)
  }
  const isPlain = field.path.length === 0
  if (isPlain && field.column === 'count' && scanner.accept('()')) {
    const aggregate = { function: 'count', cast: parseCast(scanner) } as const
    return { kind: 'field', field: null, alias, cast: null, aggregate }
  }
  if (isPlain && scanner.match(/(?=[!(])/)) {
    return parseEmbed(scanner, budget, depth, { name: field.column, alias, isSpread: false })
  }
  const cast = parseCast(scanner)
  return { kind: 'field', field, alias, cast, aggregate: parseAggregate(scanner) }
}

function parseEmbed(
  scanner: Scanner,
  budget: QueryBudget,
  depth: number,
  named: Pick<EmbedItem, 'name' | 'alias' | 'isSpread'>,
): EmbedItem {
  budget.spend('embedded tables')
  checkDepth('embedding', depth + 1)
  let hint: string | null = null
  let isInner = false
  while (scanner.accept('!')) {
    const parameter = scanner.name()
    if (parameter === 'inner') isInner = true
    else if (parameter !== 'left') hint ??= parameter
  }
  scanner.expect('(')
  scanner.match(/\s*/)
  const select = scanner.match(/(?=\))/) ? [] : parseItems(scanner, budget, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', ...named, hint, isInner, select }
}

function parseAggregate(scanner: Scanner): SelectItem['aggregate'] {
  if (!scanner.accept('.')) return null
  const name = scanner.match(/[a-z]+/)?.[0]
  const known = aggregates.find((one) => one === name)
  if (!known) throw scanner.error('expecting an aggregate function (avg, count, max, min or sum)')
  scanner.expect('()')
  return { function: known, cast: parseCast(scanner) }
}

function parseCast(scanner: Scanner): string | null {
  const type = scanner.accept('::') ? scanner.match(/[a-zA-Z_][\w ]*(?:\[\])?/)?.[0] : undefined
  if (type !== undefined && isPseudo(type)) throw scanner.error('expecting a type that values can have')
  return type ?? null
}

/** Pseudo-types, which a cast must not use. */
function isPseudo(type: string): boolean {
  return /^_?(?:any\w*|cstring|event_trigger|internal|opaque|pg_ddl_command|record|trigger|unknown|void|(?:fdw|index_am|language|table_am|tsm)_handler)$/.test(
    plainTypeName(type),
  )
}

/** A type's name as an identifier, so that nothing but a type can be named; `int` and its like are keywords to SQL. */
function typeName(name: string): RawBuilder<unknown> {
  const isArray = name.endsWith('[]')
  const plain = plainTypeName(name)
  const id = sql.id(shortTypeNames[plain] ?? plain)
  return isArray ? sql`${id}[]` : id
}

function plainTypeName(name: string): string {
  return name.replace('[]', '').trim().toLowerCase()
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
