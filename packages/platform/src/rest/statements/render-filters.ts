import { type RawBuilder, sql } from 'kysely'
import { renderField } from '../request/field.ts'
import {
  type Comparison,
  type Condition,
  comparisons,
  type FilterPredicate,
  type IsValue,
  starsToPercent,
} from '../request/parse-filters.ts'
import type { FunctionName } from '../schema/read-representations.ts'

const isSql: Readonly<Record<IsValue, RawBuilder<unknown>>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

/** ` where …`, or nothing. Values are parameters; operators come from a fixed list. */
export function renderWhere(
  source: RawBuilder<unknown>,
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``
  return sql` where (${sql.join(renderConditions(source, conditions), sql` and `)})`
}

/** Says of an embedded table's name whether a row of it is there, for `other=is.null`. */
type ExistenceTest = (name: string) => RawBuilder<unknown> | undefined

/** Renders each condition. */
export function renderConditions(
  source: RawBuilder<unknown>,
  conditions: readonly Condition[],
  isThere: ExistenceTest = () => undefined,
): RawBuilder<unknown>[] {
  return conditions.map((condition) => renderCondition(source, condition, isThere))
}

function renderCondition(
  source: RawBuilder<unknown>,
  condition: Condition,
  isThere: ExistenceTest,
): RawBuilder<unknown> {
  const positive =
    condition.kind === 'test'
      ? renderOfField(source, condition, isThere)
      : sql`(${sql.join(
          renderConditions(source, condition.conditions, isThere),
          condition.kind === 'or' ? sql` or ` : sql` and `,
        )})`
  return condition.negated ? sql`not (${positive})` : positive
}

function renderOfField(
  source: RawBuilder<unknown>,
  { field, test }: Extract<Condition, { kind: 'test' }>,
  isThere: ExistenceTest,
): RawBuilder<unknown> {
  const there = isNullTest(test) && field.path.length === 0 ? isThere(field.column) : undefined
  if (there) return isNullTest(test) === 'null' ? sql`not (${there})` : there
  return renderTest(renderField(source, field), test)
}

function isNullTest(test: FilterPredicate): 'null' | 'not_null' | null {
  return test.kind === 'is' && (test.value === 'null' || test.value === 'not_null') ? test.value : null
}

function renderTest(field: RawBuilder<unknown>, test: FilterPredicate): RawBuilder<unknown> {
  switch (test.kind) {
    case 'compare':
      return sql`${field} ${operatorSql(test.operator)} ${parseWith(test.parse, test.value)}`
    case 'quantified': {
      const values = test.values.map((value) => (isPattern(test.operator) ? starsToPercent(value) : value))
      const list = test.parse ? arrayOf(test.parse, values) : arrayLiteral(values)
      return test.quantifier === 'any'
        ? sql`${field} ${operatorSql(test.operator)} any (${list})`
        : sql`${field} ${operatorSql(test.operator)} all (${list})`
    }
    case 'in':
      return test.values.length === 0
        ? sql`false`
        : sql`${field} in (${sql.join(test.values.map((value) => parseWith(test.parse, value)))})`
    case 'is':
      return sql`${field} ${isSql[test.value]}`
    case 'search': {
      const query = sql.raw(test.toQuery)
      const language = test.language === null ? sql`` : sql`${test.language}::regconfig, `
      const document = test.ofText ? sql`to_tsvector(${language}${field})` : field
      return sql`${document} @@ ${query}(${language}${test.value})`
    }
  }
}

/** A value as one parameter, whose type the column decides, or what the product reads it as. */
function parseWith(parse: FunctionName | undefined, value: string): RawBuilder<unknown> {
  return parse ? sql`${sql.id(parse.schema, parse.name)}(${value}::text)` : sql`${value}`
}

function arrayOf(parse: FunctionName, values: readonly string[]): RawBuilder<unknown> {
  return sql`array[${sql.join(values.map((value) => parseWith(parse, value)))}]`
}

function operatorSql(operator: Comparison): RawBuilder<unknown> {
  return sql.raw(comparisons[operator])
}

function isPattern(operator: Comparison): boolean {
  return operator === 'like' || operator === 'ilike'
}

/** PostgreSQL's notation of an array, as one parameter whose type the column decides. */
function arrayLiteral(values: readonly string[]): RawBuilder<unknown> {
  return sql`${`{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`}`
}
