import { ColumnBudget } from '../request/column-budget.ts'
import { fitToTable } from '../request/fit-to-table.ts'
import type { EmbeddedPart } from '../request/parse-embedded-parts.ts'
import type { EmbedItem, Select } from '../request/parse-select.ts'
import type { Embed, ReadPlan, RestRequest } from '../request/rest-request.ts'
import { RestError } from '../rest-errors.ts'
import { findRelationship } from '../schema/find-relationship.ts'
import { isToOne, type Name } from '../schema/relationships.ts'
import type { RelatedSchema } from '../schema/schema-cache.ts'

type ReadLevel = {
  origin: Name
  select: Select
  parts: readonly EmbeddedPart[]
  maxRows: number | null
  maxBytes: number | null
  /** Shared by all levels. */
  budget: ColumnBudget
}

/** The request with a plan for what it embeds or aggregates; one that does neither needs none. */
export function planRead(
  request: RestRequest,
  origin: Name,
  related: RelatedSchema,
  { mayAggregate }: { mayAggregate: boolean },
): RestRequest {
  if (!mayAggregate) refuseAggregates(request.select)
  const { conditions, order, page, select, embedded, maxBytes } = request
  const level = {
    origin,
    select,
    parts: embedded,
    maxRows: page.maxRows,
    maxBytes,
    budget: new ColumnBudget(),
  }
  const plan = planLevel(level, related, { conditions, order, page })
  return { ...request, conditions: plan.conditions, plan }
}

/** Returns true when a request asks for more than rows of one table. */
export function needsReadPlan({ select, embedded, order }: RestRequest): boolean {
  return (
    embedded.length > 0 ||
    order.some(({ of }) => of !== null) ||
    select.some((item) => item !== 'all' && (item.kind === 'embed' || item.aggregate !== null))
  )
}

/** The columns that a plan takes of its own rows; null when it takes whatever there is. */
export function columnsOf({ columns, embeds }: ReadPlan): string[] | null {
  const own = columns.flatMap((item) => (item === 'all' || !item.field ? [] : [item.field.column]))
  const isWhole =
    columns.includes('all') || embeds.some(({ relationship }) => relationship.kind === 'computed')
  const ties = embeds.flatMap(({ relationship }) =>
    relationship.kind === 'computed' ? [] : relationship.pairs,
  )
  return isWhole ? null : [...new Set([...own, ...ties.map(([column]) => column)])]
}

function planLevel(
  { origin, select, parts, maxRows, maxBytes, budget }: ReadLevel,
  related: RelatedSchema,
  own: Pick<ReadPlan, 'conditions' | 'order' | 'page'>,
): ReadPlan {
  budget.spend(origin, select)
  const table =
    related.tables.find(({ schema, name }) => schema === origin.schema && name === origin.name) ?? null
  const asked = { select, conditions: own.conditions }
  const fitted = table ? fitToTable(asked, table) : asked
  const items = select.flatMap((item) => (item !== 'all' && item.kind === 'embed' ? [item] : []))
  const partsOf = distributeParts(items, parts)
  const embeds = items.map((item, nth) =>
    planEmbed(item, { origin, parts: partsOf[nth] ?? [], maxRows, maxBytes, budget }, related),
  )
  for (const { of } of own.order) if (of !== null) checkOrdered(embeds, origin, of)
  return {
    ...own,
    conditions: fitted.conditions,
    columns: fitted.select.flatMap((item) => (item === 'all' || item.kind === 'field' ? [item] : [])),
    table,
    maxBytes,
    embeds,
  }
}

function planEmbed(
  item: EmbedItem,
  { origin, parts, maxRows, maxBytes, budget }: Omit<ReadLevel, 'select'>,
  related: RelatedSchema,
): Embed {
  const relationship = findRelationship(related.relationships, origin, item)
  const own = parts.filter(({ path }) => path.length === 0)
  const deeper = parts.filter(({ path }) => path.length > 0)
  const count = (kind: 'limit' | 'offset') =>
    own.flatMap((part) => (part.kind === kind ? [part.count] : [])).at(-1) ?? null
  const asked = count('limit')
  const limit = isToOne(relationship) ? null : maxRows
  const level = { origin: relationship.other, select: item.select, parts: deeper, maxRows, maxBytes, budget }
  const plan = planLevel(level, related, {
    conditions: own.flatMap((part) => (part.kind === 'filter' ? [part.condition] : [])),
    order: own.findLast((part) => part.kind === 'order')?.terms ?? [],
    page: {
      limit: asked === null ? limit : Math.min(asked, limit ?? asked),
      offset: count('offset') ?? 0,
    },
  })
  if (item.isSpread && !isToOne(relationship) && isAggregated(plan)) throw aggregatesInArraysError()
  const { isInner, isSpread } = item
  return { ...plan, shownAs: item.alias ?? item.name, relationship, isInner, isSpread }
}

/** Gives each part to the first table within that it names. */
function distributeParts(items: readonly EmbedItem[], parts: readonly EmbeddedPart[]): EmbeddedPart[][] {
  const dealt = items.map((): EmbeddedPart[] => [])
  for (const part of parts) {
    const [target = '', ...path] = part.path
    const nth = items.findIndex(({ name, alias }) => name === target || alias === target)
    if (nth < 0) throw notEmbeddedError(target)
    dealt[nth]?.push({ ...part, path })
  }
  return dealt
}

function checkOrdered(embeds: readonly Embed[], origin: Name, of: string): void {
  const embed = embeds.find(({ shownAs }) => shownAs === of)
  if (!embed) throw notEmbeddedError(of)
  if (isToOne(embed.relationship)) return
  throw new RestError(400, 'PGRST118', `A related order on '${of}' is not possible`, {
    details: `'${origin.name}' and '${of}' do not form a many-to-one or one-to-one relationship`,
  })
}

function refuseAggregates(select: Select): void {
  for (const item of select) {
    if (item === 'all') continue
    if (item.kind === 'embed') refuseAggregates(item.select)
    else if (item.aggregate) {
      throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    }
  }
}

/** Returns whether a level aggregates, itself or for the single rows spread into it. */
function isAggregated({ columns, embeds }: ReadPlan): boolean {
  return (
    columns.some((item) => item !== 'all' && item.aggregate !== null) ||
    embeds.some((embed) => embed.isSpread && isAggregated(embed))
  )
}

const notEmbeddedError = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
const aggregatesInArraysError = () =>
  new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
