import type { FastifyRequest } from 'fastify'
import type { RestSettings } from '../../settings.ts'
import { badMediaType, badQuery, badSchema } from '../rest-errors.ts'
import { type Plan, planOptions } from '../statements/explain.ts'
import type { ReadPlan } from '../statements/plan-read.ts'
import { type EmbeddedPart, parseCount, parseEmbeddedPart, splitPart } from './parse-embedded-parts.ts'
import { type Condition, parseFilter } from './parse-filters.ts'
import { type OrderTerm, parseOrder } from './parse-order.ts'
import { parseSelect, type Select } from './parse-select.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { checkQueryLength, QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

/** What the rows are to become, or, with a plan, would become. */
export type Accept = { shape: 'rows' | 'object' | 'csv'; stripNulls: boolean; plan: Plan | null }
/** `maxRows` is the most that the server lets into one answer. */
export type Page = { limit: number | null; offset: number; maxRows: number | null }

/** A request to a table or function, with everything but its body understood. */
export type RestRequest = {
  schema: string
  select: Select
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  page: Page
  /** What is asked of the embedded tables: `other.age=gte.18&other.order=name&other.limit=3`. */
  embedded: readonly EmbeddedPart[]
  /** How to read what is embedded or aggregated; null where nothing is, or before it was looked for. */
  plan: ReadPlan | null
  /** `columns=`: the only keys of the body that count. */
  columns: readonly string[] | null
  onConflict: readonly string[] | null
  /** Query parameters that are arguments of a function called by GET. */
  args: readonly (readonly [string, string])[]
  preferences: Preferences
  accept: Accept
  /** Its transaction is rolled back in the end, as `Prefer: tx=rollback` or the server has it. */
  undone: boolean
}

/** The part of a request that is read before its body. */
export type RequestHead = Pick<FastifyRequest, 'method' | 'url' | 'headers'>

const reserved: readonly string[] = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']

/** Whether a query parameter can be nothing but an argument: it is no word of the language, nor written as a filter. */
export function isNoFilter(name: string, value: string): boolean {
  return (
    !reserved.includes(name) &&
    !/^(?:.+\.)?(?:and|or)$/.test(name) &&
    splitPart(name) === null &&
    !/^[a-z]+(?:\(\w+\))?\./.test(value)
  )
}

/** Reads the query string and headers. `isArgument` says which parameters belong to the function called by GET. */
export function parseRequest(
  request: RequestHead,
  settings: RestSettings,
  isArgument: (name: string, value: string) => boolean = () => false,
): RestRequest {
  const query = queryOf(request)
  const budget = new QueryBudget()
  const one = (name: string) => query.findLast(([key]) => key === name)?.[1] ?? null
  const others = query.filter(([key, value]) => !reserved.includes(key) && !isArgument(key, value))
  const filters = others
    .filter(([key]) => splitPart(key) === null)
    .map(([key, value]) => parseFilter(key, value, { ...settings, budget }))
  const parts = others.flatMap(([key, value]) => {
    const part = splitPart(key)
    return part ? [parseEmbeddedPart(part, value, budget)] : []
  })
  const args = query.filter(([key, value]) => isArgument(key, value))
  budget.spend('arguments', args.length)
  const order = one('order')
  const preferences = parsePreferences(headerOf(request, 'prefer'), {
    mayEnd: settings.txEnd.endsWith('-allow-override'),
  })
  return {
    schema: parseProfile(request, settings),
    select: parseSelect(one('select'), budget),
    conditions: filters.filter(({ path }) => path.length === 0).map(({ condition }) => condition),
    order: order ? parseOrder(order, budget) : [],
    page: parsePage(request, { limit: one('limit'), offset: one('offset'), maxRows: settings.maxRows }),
    embedded: [
      ...parts,
      ...filters
        .filter(({ path }) => path.length > 0)
        .map((filter) => ({ ...filter, kind: 'filter' as const })),
    ],
    plan: null,
    columns: parseNames(one('columns'), budget),
    onConflict: parseNames(one('on_conflict'), budget),
    args,
    preferences,
    accept: parseAccept(headerOf(request, 'accept'), settings),
    undone: (preferences.tx ?? settings.txEnd.split('-')[0]) === 'rollback',
  }
}

/** The schema a request means: `Accept-Profile` to read, `Content-Profile` to write, else the first one exposed. */
export function parseProfile(request: RequestHead, { schemas }: RestSettings): string {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const wanted = headerOf(request, reads ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? 'public'
  if (!schemas.includes(wanted)) throw badSchema(wanted.slice(0, 63), schemas)
  return wanted
}

/** The query string, decoded leniently. A zero byte would cut a statement short on its way to PostgreSQL. */
export function queryOf(request: RequestHead): [string, string][] {
  const start = request.url.indexOf('?')
  const text = start < 0 ? '' : request.url.slice(start + 1)
  checkQueryLength(text)
  const query = [...new URLSearchParams(text)]
  if (query.some(([key, value]) => key.includes('\0') || value.includes('\0'))) {
    throw badQuery('The query string contains a zero byte', 'PostgreSQL has no such text')
  }
  return query
}

function headerOf(request: RequestHead, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const jsonTypes = [
  '*/*',
  'application/*',
  'application/json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.array',
]
const objectTypes = ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object']

/** The first media type that is offered here; weights are not compared, as clients send one type. */
function parseAccept(header: string | undefined, { planEnabled }: RestSettings): Accept {
  const text = (header ?? '*/*').toLowerCase()
  if (text.startsWith(planType)) {
    if (!planEnabled) throw badMediaType(text.slice(0, 200))
    return parsePlan(text)
  }
  const types = text.split(',').map((one) => {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim())
    return { type, stripNulls: type.includes('vnd.pgrst.') && parameters.includes('nulls=stripped') }
  })
  for (const { type, stripNulls } of types) {
    if (objectTypes.includes(type)) return { shape: 'object', stripNulls, plan: null }
    if (jsonTypes.includes(type)) return { shape: 'rows', stripNulls, plan: null }
    if (type === 'text/csv') return { shape: 'csv', stripNulls: false, plan: null }
  }
  throw badMediaType(
    types
      .map(({ type }) => type)
      .join(', ')
      .slice(0, 200),
  )
}

const planType = 'application/vnd.pgrst.plan'

/** Reads `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`. */
function parsePlan(text: string): Accept {
  const format = text.startsWith(`${planType}+json`) ? 'json' : 'text'
  const inner = /;\s*for="?([^";]*)/.exec(text)?.[1] ?? 'application/json'
  const wishes = /;\s*options=([a-z|]*)/.exec(text)?.[1]?.split('|') ?? []
  const options = planOptions.filter((option) => wishes.includes(option))
  const shape = objectTypes.includes(inner) ? 'object' : inner === 'text/csv' ? 'csv' : 'rows'
  const named = shape === 'rows' ? 'application/json' : inner
  const type = `${planType}+${format}; for="${named}"${options.length > 0 ? `; options=${options.join('|')}` : ''}; charset=utf-8`
  return { shape, stripNulls: false, plan: { format, options, type } }
}

function parsePage(
  request: RequestHead,
  { limit, offset, maxRows }: { limit: string | null; offset: string | null; maxRows: number | null },
): Page {
  const range =
    request.method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(headerOf(request, 'range') ?? '') : null
  const from = offset === null ? Number(range?.[1] ?? 0) : parseCount('offset', offset)
  const upTo = range?.[2] ? Number(range[2]) - Number(range[1]) + 1 : null
  const asked = limit === null ? upTo : parseCount('limit', limit)
  if (asked !== null && asked < 0)
    throw badQuery(
      'Requested range not satisfiable',
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  const most = asked === null ? maxRows : Math.min(asked, maxRows ?? asked)
  return { limit: most, offset: from, maxRows }
}

function parseNames(text: string | null, budget: QueryBudget): string[] | null {
  if (text === null || text === '') return null
  const scanner = new Scanner(text, 'columns')
  const names: string[] = []
  do {
    budget.spend('names')
    scanner.match(/\s*/)
    names.push(scanner.name())
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  if (!scanner.done) throw scanner.error('expecting "," or the end')
  return names
}
