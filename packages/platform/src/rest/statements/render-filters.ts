import { type RawBuilder, sql } from 'kysely'
import { renderField } from '../request/field.ts'
import {
  type Comparison,
  type Condition,
  comparisons,
  type IsValue,
  starsToPercent,
  type Test,
} from '../request/parse-filters.ts'

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
  return sql` where ${renderAll(source, conditions, 'and')}`
}

function renderAll(
  source: RawBuilder<unknown>,
  conditions: readonly Condition[],
  kind: 'and' | 'or',
): RawBuilder<unknown> {
  const parts = conditions.map((condition) => renderCondition(source, condition))
  return sql`(${sql.join(parts, kind === 'or' ? sql` or ` : sql` and `)})`
}

function renderCondition(source: RawBuilder<unknown>, condition: Condition): RawBuilder<unknown> {
  const positive =
    condition.kind === 'test'
      ? sql`${renderTest(renderField(source, condition.field), condition.test)}`
      : renderAll(source, condition.conditions, condition.kind)
  return condition.negated ? sql`not (${positive})` : positive
}

function renderTest(field: RawBuilder<unknown>, test: Test): RawBuilder<unknown> {
  switch (test.kind) {
    case 'compare':
      return sql`${field} ${operatorSql(test.operator)} ${test.value}`
    case 'quantified': {
      const values = test.values.map((value) => (isPattern(test.operator) ? starsToPercent(value) : value))
      const list = arrayLiteral(values)
      return test.quantifier === 'any'
        ? sql`${field} ${operatorSql(test.operator)} any (${list})`
        : sql`${field} ${operatorSql(test.operator)} all (${list})`
    }
    case 'in':
      return test.values.length === 0 ? sql`false` : sql`${field} in (${sql.join(test.values)})`
    case 'is':
      return sql`${field} ${isSql[test.value]}`
    case 'search': {
      const query = sql.raw(test.toQuery)
      return test.language === null
        ? sql`${field} @@ ${query}(${test.value})`
        : sql`${field} @@ ${query}(${test.language}::regconfig, ${test.value})`
    }
  }
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
