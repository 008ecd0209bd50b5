import fc from 'fast-check'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import type { RestSettings } from '../../settings.ts'
import { RestError } from '../rest-errors.ts'
import { Relationships } from '../schema/relationships.ts'
import { needsReadPlan, planRead } from '../statements/plan-read.ts'
import { renderWhere } from '../statements/render-filters.ts'
import { renderRead } from '../statements/render-read.ts'
import { renderOrder } from './parse-order.ts'
import { parseRequest } from './parse-request.ts'
import { renderSelect } from './parse-select.ts'
import { maxCounts, maxDepths, maxLengths } from './query-budget.ts'
import type { RestRequest } from './rest-request.ts'

const settings: RestSettings = {
  schemas: ['public'],
  extraSearchPath: [],
  maxRows: 1000,
  maxBytes: null,
  txEnd: 'commit',
  regularExpressions: 'simple',
  planEnabled: false,
  aggregatesEnabled: false,
  describeTo: [],
}
const noDatabase = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const read = (query: string) =>
  parseRequest({ method: 'GET', url: `/rest/v1/quiz_leads?${query}`, headers: {} }, settings)

/** A table that belongs to itself, so that it can be embedded to any depth. */
const leads = { schema: 'public', name: 'quiz_leads' }
const related = {
  tables: [
    {
      ...leads,
      primaryKey: ['id'],
      writable: 28,
      hasTriggers: false,
      columns: [{ name: 'id', type: 'int', defaultSql: null, required: true, representation: null }],
    },
  ],
  relationships: new Relationships(
    {
      relations: [{ ...leads, id: 1, isView: false, columns: { 1: 'id' }, primaryKey: [1] }],
      foreignKeys: [{ name: 'parent', table: 1, columns: [1], other: 1, otherColumns: [1], isUnique: false }],
      views: [],
      computed: [],
    },
    ['public'],
  ),
}

/** Compiles a request to SQL. */
function compile(request: RestRequest) {
  const { select, conditions, order } = request
  const source = sql`src`
  if (needsReadPlan(request)) {
    const { plan } = planRead(request, leads, related, { mayAggregate: true })
    if (plan) return renderRead(plan, sql`t`).compile(noDatabase)
  }
  return sql`select ${renderSelect(source, select)} from t as src${renderWhere(source, conditions)}${renderOrder(source, order)}`.compile(
    noDatabase,
  )
}

function refusalOf(query: string): { status: number; code: string } | null {
  try {
    read(query)
    return null
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return { status: error.status, code: error.code }
  }
}

const many = (count: number, one: string | ((i: number) => string), by = ',') =>
  Array.from({ length: count }, (_, i) => (typeof one === 'string' ? one : one(i))).join(by)
const path = (steps: number) => `id${'->0'.repeat(steps)}`
const trees = (depth: number) => `or=${'(and'.repeat(depth - 1)}(id.eq.1${')'.repeat(depth)}`
const tooMuch = { status: 400, code: 'PGRST100' }

/** As much of each thing as is read, and one more. */
const bounds: [string, (count: number) => string, number][] = [
  ['steps of a path in select', (n) => `select=${path(n)}`, maxDepths.path],
  ['steps of a path in order', (n) => `order=${path(n)}.desc`, maxDepths.path],
  ['steps of a path in a filter', (n) => `${path(n)}=eq.1`, maxDepths.path],
  ['steps of a path in a tree', (n) => `or=(${path(n)}.eq.1,id.is.null)`, maxDepths.path],
  ['steps by name', (n) => `select=id${'->>a'.repeat(n)}`, maxDepths.path],
  ['trees in trees', trees, maxDepths.tree],
  ['columns of select', (n) => `select=${many(n, 'id')}`, maxCounts['selected columns']],
  ['stars of select', (n) => `select=${many(n, '*')}`, maxCounts['selected columns']],
  ['tables within', (n) => `select=${many(n, 'id()')}`, maxCounts['embedded tables']],
  ['tables in tables', (n) => `select=${'id('.repeat(n)}id${')'.repeat(n)}`, maxDepths.embedding],
  ['filters of tables within', (n) => `select=id()&${many(n, 'id.id=eq.1', '&')}`, maxCounts.filters],
  [
    'terms of order of tables within',
    (n) => `select=id()&id.order=${many(n, 'id')}`,
    maxCounts['order terms'],
  ],
  ['terms of order', (n) => `order=${many(n, 'id')}`, maxCounts['order terms']],
  ['names in columns', (n) => `columns=${many(n, (i) => `c${i}`)}`, maxCounts.names],
  ['names in on_conflict', (n) => `on_conflict=${many(n, 'id')}`, maxCounts.names],
  ['filters', (n) => many(n, 'id=eq.1', '&'), maxCounts.filters],
  ['filters of a tree', (n) => `or=(${many(n, 'id.eq.1')})`, maxCounts.filters],
  ['filters by is', (n) => many(n, 'id=is.null', '&'), maxCounts.filters],
  ['values of a list', (n) => `id=in.(${many(n, '1')})`, maxCounts['list values']],
  [
    'values of lists',
    (n) => `id=in.(${many(n - 500, '1')})&id=in.(${many(500, '1')})`,
    maxCounts['list values'],
  ],
  ['values of any', (n) => `id=eq(any).{${many(n, '1')}}`, maxCounts['list values']],
  ['ilike filters', (n) => many(n, 'name=ilike.*a*', '&'), maxCounts['pattern filters']],
  ['ilike filters of a tree', (n) => `and=(${many(n, 'name.ilike.*a*')})`, maxCounts['pattern filters']],
  ['like patterns in one filter', (n) => `name=like(any).{${many(n, '*a*')}}`, maxCounts['pattern filters']],
  ['regular expressions', (n) => many(n, 'name=match.a', '&'), maxCounts['pattern filters']],
  ['searches', (n) => many(n, 'name=fts.a', '&'), maxCounts['pattern filters']],
  ['characters of a pattern', (n) => `name=ilike.${'a'.repeat(n)}`, maxLengths.pattern],
  ['characters of a search', (n) => `name=wfts.${'a'.repeat(n)}`, maxLengths.pattern],
  ['brackets of JSON', (n) => `id=eq.${'['.repeat(n)}`, maxDepths.value],
  ['brackets of JSON to contain', (n) => `id=cs.${'{"a":'.repeat(n)}1${'}'.repeat(n)}`, maxDepths.value],
  ['brackets of a search', (n) => `id=fts.${'('.repeat(n)}`, maxDepths.value],
  ['brackets in a list', (n) => `id=in.("${'['.repeat(n)}")`, maxDepths.value],
]

describe('a query string', () => {
  it.each(bounds)('is read with so many %s and no more', (_what, query, max) => {
    expect(refusalOf(query(max))).toBeNull()
    expect(refusalOf(query(max + 1))).toEqual(tooMuch)
    expect(refusalOf(query(max * 2 + 2))).toEqual(tooMuch)
  })

  it('is refused as such when it is too long', () => {
    const query = (length: number) => `id=eq.${'x'.repeat(length - 'id=eq.'.length)}`
    expect(refusalOf(query(maxLengths.query))).toBeNull()
    expect(refusalOf(query(maxLengths.query + 1))).toEqual({ status: 414, code: 'PGRST100' })
  })

  it('may be as rich as a page needs', () => {
    const ids = many(200, () => crypto.randomUUID())
    expect(refusalOf(`id=in.(${ids})&order=created_at.desc.nullslast,id&limit=200`)).toBeNull()
    expect(
      refusalOf(
        'select=id,city:quiz_answers->address->>city,name::text&or=(name.ilike.*a*,and(age.gte.18,not.or(a.is.null,b.eq.x)))',
      ),
    ).toBeNull()
  })

  const piece = fc.constantFrom(
    ...['id', 'name', '->0', '->>a', '->', '*', ',', '.', '(', ')', '{', '}', '[', '"', '\\', ':', '::text'],
    ...[
      'or(',
      'and(',
      'not.',
      'id.eq.1',
      'id.in.(1',
      'eq.',
      'in.(',
      'ilike.',
      'like(any).{',
      'fts(simple).',
      'cs.',
    ],
    ...['id(', '...id(', 'quiz_leads!inner(', 'a:id(', 'count()', '.sum()', 'id(id).desc', 'id.id'],
    ...['1', 'null', 'is.', '.desc', '.nullslast', '%00', '%28', 'я', ' '],
  )
  // A few pieces, of which each may come a thousand times: what hostile queries look like.
  const text = fc
    .array(fc.tuple(piece, fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.nat(1500))), {
      maxLength: 8,
    })
    .map((pieces) => pieces.map(([one, times]) => one.repeat(times)).join(''))
  const name = fc.oneof(
    fc.constantFrom('id.id', 'id.order', 'id.limit', 'id.or', 'id.id.offset', 'quiz_leads'),
    fc.constantFrom('select', 'order', 'limit', 'columns', 'on_conflict', 'or', 'not.and', 'id', 'name'),
    text,
  )

  it('of whatever kind is refused, or becomes a statement of bounded size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 6 }), (parameters) => {
        const query = parameters.map(([key, value]) => `${key}=${encodeURI(value)}`).join('&')
        let compiled: ReturnType<typeof compile>
        try {
          compiled = compile(read(query))
        } catch (error) {
          if (!(error instanceof RestError)) throw error
          expect([300, 400, 406, 414]).toContain(error.status)
          return
        }
        const { sql: statement, parameters: values } = compiled
        const fields = maxCounts['selected columns'] + maxCounts['order terms'] + maxCounts.filters
        expect(values.length).toBeLessThanOrEqual(
          fields * maxDepths.path + maxCounts['list values'] + maxCounts.filters,
        )
        const ofTables = 1000 * maxCounts['embedded tables']
        expect(statement.length).toBeLessThanOrEqual(4 * maxLengths.query + 200 * values.length + ofTables)
        expect(nestingOf(statement)).toBeLessThanOrEqual(2 * maxDepths.tree + 6 + 3 * maxDepths.embedding)
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) },
    )
  })
})

/** The deepest level of brackets, quoted names aside. */
function nestingOf(statement: string): number {
  let [depth, seen] = [0, 0]
  for (const char of statement.replace(/"(?:[^"]|"")*"/g, '')) {
    if (char === '(') seen = Math.max(seen, ++depth)
    else if (char === ')') depth--
  }
  return seen
}

it('matches no regular expression where none is to be matched, in a tree neither', () => {
  const none = { ...settings, regularExpressions: 'none' } as const
  for (const query of ['name=match.^a', 'name=not.imatch.a', 'or=(name.match(any).{a,b},id.eq.1)']) {
    expect(() =>
      parseRequest({ method: 'GET', url: `/rest/v1/quiz_leads?${query}`, headers: {} }, none),
    ).toThrow('Regular expressions are not matched here')
  }
})
