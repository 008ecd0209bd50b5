import type { FastifyRequest } from 'fastify'
import type { RestSettings } from '../../settings.ts'
import { badLimit, badQuery, badSchema, upsideDownRange } from '../rest-errors.ts'
import { parseAccept } from './negotiate.ts'
import { parseCount, parseEmbeddedPart, splitPart } from './parse-embedded-parts.ts'
import { parseFilter } from './parse-filters.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { parsePreferences } from './preferences.ts'
import { checkQueryLength, QueryBudget } from './query-budget.ts'
import type { Page, RestRequest } from './rest-request.ts'
import { Scanner } from './scanner.ts'

/** The part of a request that is read before its body. */
export type RequestHead = Pick<FastifyRequest, 'method' | 'url' | 'headers'>

const reserved: readonly string[] = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']

/** Returns true when the rows are wanted as they are: nothing is selected of them. */
export function isEverything({ select }: Pick<RestRequest, 'select'>): boolean {
  return select.length === 1 && select[0] === 'all'
}

/**
 * Returns true when a query parameter can be nothing but an argument: it is no word of the
 * language, nor written as a filter.
 */
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
  const schema = parseProfile(request, settings)
  return {
    schema,
    profile: settings.schemas.length > 1 ? schema : null,
    select: parseSelect(one('select'), budget),
    conditions: filters.filter(({ path }) => path.length === 0).map(({ condition }) => condition),
    order: order ? parseOrder(order, budget) : [],
    page: parsePage(request, { limit: one('limit'), offset: one('offset'), maxRows: settings.maxRows }),
    maxBytes: settings.maxBytes,
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
    wishes: parseAccept(headerOf(request, 'accept')),
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

/** Returns the canonical address of the rows, independent of the query's order. */
export function canonicalLocation({ url }: RequestHead, name: string): string {
  const at = url.indexOf('?')
  const query = at < 0 ? '' : url.slice(at + 1)
  const place = `/${encodeURIComponent(name)}`
  if (query === '') return place
  const sorted = query.includes('&') ? query.split('&').sort().join('&') : query
  return `${place}?${sorted}`
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

function parsePage(
  request: RequestHead,
  { limit, offset, maxRows }: { limit: string | null; offset: string | null; maxRows: number | null },
): Page {
  const range =
    request.method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(headerOf(request, 'range') ?? '') : null
  const first = Math.max(range ? Number(range[1]) : 0, offset === null ? 0 : parseCount('offset', offset))
  const upTo = range?.[2] ? Number(range[2]) + 1 - first : null
  const asked = limit === null ? null : parseCount('limit', limit)
  if (asked !== null && asked < 0) throw badLimit()
  if (upTo !== null && upTo <= 0 && asked !== 0) throw upsideDownRange()
  const limits = [asked, upTo, maxRows].filter((one) => one !== null)
  return { limit: limits.length > 0 ? Math.max(0, Math.min(...limits)) : null, offset: first, maxRows }
}

function parseNames(text: string | null, budget: QueryBudget): string[] | null {
  if (text === null) return null
  const scanner = new Scanner(text, 'columns parameter')
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
