import { type RawBuilder, sql } from 'kysely'
import { renderField } from '../request/field.ts'
import { type OrderTerm, renderOrder } from '../request/parse-order.ts'
import { itemName, renderCast, renderItem, type SelectItem } from '../request/parse-select.ts'
import type { Embed, ReadPlan } from '../request/rest-request.ts'
import { isToOne } from '../schema/relationships.ts'
import { boundedRows, isCounted } from './bound-bytes.ts'
import { renderConditions } from './render-filters.ts'
import { renderPage } from './render-page.ts'
import { joinRelated, Names, type Place } from './render-relationship.ts'

type Sql = RawBuilder<unknown>

/** A value in the answer. What is aggregated here may have come from a single row spread into this level. */
type Output = {
  name: string
  value: Sql
  aggregate: SelectItem['aggregate']
  /** JSON cannot be grouped by, unlike JSONB. */
  isJson: boolean
}
type Rendered = { statement: Sql; outputs: readonly Output[] }
/** A table within, joined: what it adds to the answer, whether a row of it is there, and what rows are ordered by. */
type Joined = {
  embed: Embed
  join: Sql
  outputs: readonly Output[]
  isThere: Sql
  orderedBy: (term: OrderTerm) => Sql
}

/** Renders a plan as one statement. `from` is named `src` in it. */
export function renderRead(plan: ReadPlan, from: Sql): Sql {
  const source = sql`src`
  return renderLevel(plan, { from: sql`${from} as src`, source, on: [] }, new Names(), 'rows').statement
}

/** Renders `from` and `where` of a plan for counting. */
export function renderMatching(plan: ReadPlan, from: Sql): Sql {
  return matchingCondition(plan, { from: sql`${from} as src`, source: sql`src`, on: [] }, new Names())
}

function matchingCondition({ conditions, embeds }: ReadPlan, { from, source, on }: Place, names: Names): Sql {
  const exists = (embed: Embed) =>
    sql`exists (select 1 from ${matchingCondition(embed, joinRelated(embed.relationship, source, names), names)})`
  const wanted = embeds.filter(({ isInner }) => isInner).map(exists)
  const where = renderConditions(source, conditions, (name) => {
    const embed = embeds.find(({ shownAs }) => shownAs === name)
    return embed && exists(embed)
  })
  return sql`${from}${allOf([...on, ...where, ...wanted])}`
}

/**
 * `rows` are an answer, or JSON in one. Columns that another level takes over are called c1, c2 and
 * so on, so that no two are called alike; aggregates of `parts` are left to that level.
 */
function renderLevel(plan: ReadPlan, place: Place, names: Names, as: 'rows' | 'parts' | 'lists'): Rendered {
  const { source, from, on } = place
  const joined = plan.embeds.map((embed) => renderEmbed(embed, source, names))
  const isGrouped =
    as !== 'parts' && [...plan.columns, ...joined.flatMap(({ outputs }) => outputs)].some(isAggregate)
  const own = plan.columns.flatMap((item) => ownOutputs(item, plan, source, isGrouped || as !== 'rows'))
  const outputs = [...own, ...joined.flatMap((one) => one.outputs)]
  const columns = outputs.map((output, nth) => {
    const name = as === 'rows' ? output.name : `c${nth + 1}`
    if (output.name === '*') return output.value
    return sql`${renderOutput(output, { isGrouped, isHoisted: as === 'parts' })} as ${sql.id(name)}`
  })
  // Unselected columns are still needed for ordering.
  const selected = columns.length > 0 || plan.embeds.length > 0 ? columns : [sql`${source}.*`]
  const where = renderConditions(source, plan.conditions, (name) => findJoined(joined, name)?.isThere)
  const order = renderOrder(
    source,
    plan.order,
    (term) =>
      (term.of === null ? null : findJoined(joined, term.of)?.orderedBy(term)) ??
      renderField(source, term.field),
  )
  const joins = sql.join(
    joined.map(({ join }) => join),
    sql``,
  )
  return {
    outputs,
    statement: sql`select ${commaList(selected)} from ${from}${joins}${allOf([...on, ...where])}${
      isGrouped ? groupBy(outputs) : sql``
    }${order}${renderPage(plan.page)}`,
  }
}

function ownOutputs(
  item: SelectItem | 'all',
  { table }: ReadPlan,
  source: Sql,
  isExpanded: boolean,
): Output[] {
  if (item !== 'all') {
    const { aggregate, field } = item
    const isJson = field?.shownBy !== undefined
    return [{ name: itemName(item), value: renderItem(source, item), aggregate, isJson }]
  }
  const none = { aggregate: null, isJson: false }
  return isExpanded && table
    ? table.columns.map(({ name }) => ({ name, value: sql`${source}.${sql.id(name)}`, ...none }))
    : [{ name: '*', value: sql`${source}.*`, ...none }]
}

function renderOutput(
  { value, aggregate, isJson }: Output,
  how: { isGrouped: boolean; isHoisted: boolean },
): Sql {
  if (how.isHoisted) return value
  if (aggregate === null) return how.isGrouped && isJson ? sql`${value}::jsonb` : value
  return renderCast(sql`${sql.raw(aggregate.function)}(${value})`, aggregate.cast)
}

/** By position, because repeated parameters are not recognized. */
function groupBy(outputs: readonly Output[]): Sql {
  const numbers = outputs.flatMap(({ aggregate }, nth) =>
    aggregate === null ? [sql.raw(String(nth + 1))] : [],
  )
  return numbers.length === 0 ? sql`` : sql` group by ${sql.join(numbers)}`
}

function renderEmbed(embed: Embed, parent: Sql, names: Names): Joined {
  const place = joinRelated(embed.relationship, parent, names)
  const joined = sql.id(names.next('j'))
  return isToOne(embed.relationship)
    ? joinOne(embed, place, joined, names)
    : joinMany(embed, place, joined, names)
}

/** Joins a single related row, as an object or spread. */
function joinOne(embed: Embed, place: Place, joined: Sql, names: Names): Joined {
  const { statement, outputs } = renderLevel(embed, place, names, embed.isSpread ? 'parts' : 'rows')
  const spread = outputs.map((output, nth) => ({
    ...output,
    value: sql`${joined}.${sql.id(`c${nth + 1}`)}`,
  }))
  return {
    embed,
    join: joinLateral(embed, statement, joined, sql`true`),
    outputs: embed.isSpread ? spread : shownOutputs(embed, sql`row_to_json(${joined}.*)`),
    isThere: sql`${joined}.* is distinct from null`,
    orderedBy: ({ field }) => {
      const nth = embed.isSpread ? outputs.findIndex(({ name }) => name === field.column) : -1
      return renderField(joined, nth < 0 ? field : { ...field, column: `c${nth + 1}` })
    },
  }
}

/** Any number of rows, as a list of objects or as a list for each column. */
function joinMany(embed: Embed, place: Place, joined: Sql, names: Names): Joined {
  const { statement, outputs } = renderLevel(embed, place, names, embed.isSpread ? 'lists' : 'rows')
  const row = sql.id(names.next('r'))
  const columns = embed.isSpread ? outputs.map((_, nth) => sql.id(`c${nth + 1}`)) : []
  const { page, maxBytes } = embed
  const bound = { maxBytes, limit: page.limit, hasEmbeds: embed.embeds.length > 0 }
  const beside = columns.map((name) => sql`${row}.${name}`)
  const rows = isCounted(bound)
    ? boundedRows(statement, { name: row, json: sql`row_to_json(${row}.*)`, beside }, bound.maxBytes)
    : sql`(${statement})`
  const lists = embed.isSpread
    ? columns.map((name) => sql`json_agg(${row}.${name}) as ${name}`)
    : [sql`json_agg(${isCounted(bound) ? sql`${row}.json` : sql`${row}.*`}) as list`]
  const isThere = sql`${joined}.count > 0`
  const listOf = (name: Sql) => sql`coalesce(${joined}.${name}, '[]'::json)`
  return {
    embed,
    join: joinLateral(
      embed,
      sql`select ${commaList([...lists, sql`count(*) as count`])} from ${rows} as ${row}`,
      joined,
      embed.isInner ? isThere : sql`true`,
    ),
    outputs: embed.isSpread
      ? outputs.map(({ name }, nth) => ({
          name,
          value: listOf(sql.id(`c${nth + 1}`)),
          aggregate: null,
          isJson: true,
        }))
      : shownOutputs(embed, listOf(sql`list`)),
    isThere,
    orderedBy: ({ field }) => renderField(joined, field),
  }
}

function joinLateral({ isInner }: Embed, statement: Sql, joined: Sql, on: Sql): Sql {
  return sql` ${isInner ? sql`inner` : sql`left`} join lateral (${statement}) as ${joined} on ${on}`
}

/** The JSON of a table within, unless nothing is selected of it, nor of what is within it. */
function shownOutputs(embed: Embed, value: Sql): Output[] {
  return isEmpty(embed) ? [] : [{ name: embed.shownAs, value, aggregate: null, isJson: true }]
}

function isEmpty({ columns, embeds }: ReadPlan): boolean {
  return columns.length === 0 && embeds.every(isEmpty)
}

function isAggregate(item: SelectItem | 'all' | Output): boolean {
  return item !== 'all' && item.aggregate !== null
}

function findJoined(joined: readonly Joined[], name: string): Joined | undefined {
  return joined.find(({ embed }) => embed.shownAs === name)
}

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`
}

function commaList(columns: readonly Sql[]): Sql {
  return columns.length === 0 ? sql`` : sql.join(columns)
}
