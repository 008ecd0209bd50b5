import { type RawBuilder, sql } from 'kysely'
import type { FunctionName } from '../schema/read-representations.ts'
import { checkDepth } from './query-budget.ts'
import type { Scanner } from './scanner.ts'

/** A column, or a place inside of a JSON column: `data->address->>city`. */
export type Field = {
  column: string
  path: readonly PathStep[]
  /** The product's own way to show its values. */
  shownBy?: FunctionName
  /** The column is known to be JSON already, and no composite or array. */
  isJson?: boolean
}
type PathStep = { asText: boolean; key: string | number }

export function parseField(scanner: Scanner): Field {
  const column = scanner.name()
  const path: PathStep[] = []
  while (scanner.accept('->')) {
    const asText = scanner.accept('>')
    const index = scanner.match(/-?\d{1,9}(?=$|->|[.,():\s])/)
    checkDepth('path', path.length + 1)
    path.push({ asText, key: index ? Number(index[0]) : scanner.key() })
  }
  return { column, path }
}

/** The SQL of a field; column and keys never become SQL text unquoted. */
export function renderField(source: RawBuilder<unknown>, field: Field): RawBuilder<unknown> {
  const column = sql`${source}.${sql.id(field.column)}`
  if (field.path.length === 0) return column
  // PostgREST reads composite and array columns this way too, hence to_jsonb, which an index on the
  // JSON would not serve.
  return field.path.reduce(
    (inner, { asText, key }) => {
      const place = typeof key === 'number' ? sql`${key}::int` : sql`${key}::text`
      return asText ? sql`${inner} ->> ${place}` : sql`${inner} -> ${place}`
    },
    field.isJson ? column : sql`to_jsonb(${column})`,
  )
}

/** The displayed form, which may differ from the compared one. */
export function renderShown(source: RawBuilder<unknown>, field: Field): RawBuilder<unknown> {
  const value = renderField(source, field)
  const { shownBy } = field
  return shownBy ? sql`${sql.id(shownBy.schema, shownBy.name)}(${value})` : value
}

/** The name a field has in the answer when the request gives it none. */
export function fieldName({ column, path }: Field): string {
  const last = path.findLast((step) => typeof step.key === 'string')
  return last ? String(last.key) : column
}
