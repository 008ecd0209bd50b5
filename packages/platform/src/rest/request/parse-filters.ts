import type { RegularExpressions } from '../../settings.ts'
import { badQuery } from '../rest-errors.ts'
import type { FunctionName } from '../schema/read-representations.ts'
import { checkPattern } from './check-pattern.ts'
import { type Field, parseField } from './field.ts'
import { checkDepth, checkPatternLength, checkValue, type QueryBudget } from './query-budget.ts'
import { Scanner } from './scanner.ts'

export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const

/** Returns true when a value is written as what a column is tested by: `gte.18`, `not.in.(1,2)`. */
export function isTest(value: string): boolean {
  const name = /^(?:not\.)?([a-z]+)(?:\(\w+\))?\./.exec(value)?.[1] ?? ''
  return name === 'in' || name === 'is' || Object.hasOwn(comparisons, name) || Object.hasOwn(searches, name)
}

export type Comparison = keyof typeof comparisons
export type IsValue = (typeof isValues)[number]

/** `parse` reads texts as the product has its column written. */
type Parsed = { parse?: FunctionName }

export type FilterPredicate =
  | ({ kind: 'compare'; operator: Comparison; value: string } & Parsed)
  | ({
      kind: 'quantified'
      operator: Comparison
      quantifier: 'any' | 'all'
      values: readonly string[]
    } & Parsed)
  | ({ kind: 'in'; values: readonly string[] } & Parsed)
  | { kind: 'is'; value: IsValue }
  | {
      kind: 'search'
      toQuery: (typeof searches)[keyof typeof searches]
      language: string | null
      value: string
      /** The column is text or JSON, of which a document is made first. */
      ofText?: boolean
    }

export type Condition =
  | { kind: 'test'; field: Field; negated: boolean; test: FilterPredicate }
  | { kind: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }

/** A condition on the rows of a table that the path leads to through the embedded ones; empty, the request's own. */
export type Filter = { path: readonly string[]; condition: Condition }

/**
 * Reads one filter of the query string: `age=gte.18`, or a tree:
 * `or=(age.lt.18,not.and(a.is.null,b.eq.x))`, of the table itself or of one within:
 * `other.age=gte.18`.
 */
export function parseFilter(
  key: string,
  value: string,
  limits: { regularExpressions: RegularExpressions; budget: QueryBudget },
): Filter {
  const filter = parseCondition(key, value, limits.budget)
  if (limits.regularExpressions !== 'all') checkPatterns(filter.condition, limits.regularExpressions)
  return filter
}

function parseCondition(key: string, value: string, budget: QueryBudget): Filter {
  const tree = /^(?:(.+?)\.)??(?:(not)\.)?(and|or)$/.exec(key)
  if (tree) {
    const scanner = new Scanner(value, 'logic tree')
    const conditions = parseList(scanner, budget, 1)
    if (!scanner.done) throw scanner.error('expecting the end')
    const kind = tree[3] === 'or' ? 'or' : 'and'
    const condition = { kind, negated: tree[2] !== undefined, conditions } as const
    return { path: tree[1] === undefined ? [] : parsePath(tree[1]), condition }
  }
  const names = new Scanner(key, 'tree path')
  const path: string[] = []
  let field = parseField(names)
  while (field.path.length === 0 && names.accept('.')) {
    path.push(field.column)
    field = parseField(names)
  }
  if (!names.done) throw names.error('expecting the end of a column name')
  const test = parseTest(new Scanner(value, 'filter'), { budget, inTree: false })
  return { path, condition: { ...test, kind: 'test', field } }
}

/** Reads the names of tables within one another: `other.another`. */
export function parsePath(text: string): string[] {
  const scanner = new Scanner(text, 'tree path')
  const path = [scanner.name()]
  while (scanner.accept('.')) path.push(scanner.name())
  if (!scanner.done) throw scanner.error('expecting delimiter (.)')
  return path
}

function checkPatterns(condition: Condition, allowed: 'simple' | 'none'): void {
  if (condition.kind !== 'test') {
    for (const one of condition.conditions) checkPatterns(one, allowed)
    return
  }
  const { test } = condition
  if (test.kind !== 'compare' && test.kind !== 'quantified') return
  if (test.operator !== 'match' && test.operator !== 'imatch') return
  if (allowed === 'none') throw badQuery('Regular expressions are not matched here', 'Use like or ilike')
  for (const pattern of test.kind === 'compare' ? [test.value] : test.values) checkPattern(pattern)
}

function parseList(scanner: Scanner, budget: QueryBudget, depth: number): Condition[] {
  checkDepth('tree', depth)
  scanner.match(/\s*/)
  scanner.expect('(')
  const conditions: Condition[] = []
  do {
    scanner.match(/\s*/)
    conditions.push(parseNode(scanner, budget, depth))
    scanner.match(/\s*/)
  } while (scanner.accept(','))
  scanner.expect(')')
  return conditions
}

function parseNode(scanner: Scanner, budget: QueryBudget, depth: number): Condition {
  const tree = scanner.match(/(?:(not)\.)?(and|or)(?=\s*\()/)
  if (tree) {
    const conditions = parseList(scanner, budget, depth + 1)
    return { kind: tree[2] === 'or' ? 'or' : 'and', negated: tree[1] !== undefined, conditions }
  }
  const field = parseField(scanner)
  scanner.expect('.')
  return { ...parseTest(scanner, { budget, inTree: true }), kind: 'test', field }
}

/** In a tree a value ends at a comma or bracket; otherwise it extends to the end. */
function parseTest(
  scanner: Scanner,
  { budget, inTree }: { budget: QueryBudget; inTree: boolean },
): { negated: boolean; test: FilterPredicate } {
  budget.spend('filters')
  const negated = scanner.accept('not.')
  const name = scanner.match(/[a-z]+/)?.[0] ?? ''
  const argument = scanner.match(/\(([a-zA-Z_]+)\)/)?.[1] ?? null
  if (!scanner.accept('.'))
    throw scanner.error(
      name === '' && !negated ? `expecting "not" or ${operators}` : `expecting ${operators}`,
    )
  const test = parseOperator(scanner, { name, argument, inTree })
  checkCost(test, budget)
  return { negated, test }
}

/** Throws when a test, together with those before it, would be too much to carry out. */
function checkCost(test: FilterPredicate, budget: QueryBudget): void {
  if (test.kind === 'is') return
  const values = 'values' in test ? test.values : [test.value]
  for (const value of values) checkValue(value)
  if ('values' in test) budget.spend('list values', values.length)
  if (test.kind === 'in' || (test.kind !== 'search' && !patternOperators.includes(test.operator))) return
  budget.spend('pattern filters', Math.max(1, values.length))
  for (const value of values) checkPatternLength(value)
}

const patternOperators: readonly Comparison[] = ['like', 'ilike', 'match', 'imatch']

const operators = 'operator (eq, gt, ...)'

function parseOperator(
  scanner: Scanner,
  { name, argument, inTree }: { name: string; argument: string | null; inTree: boolean },
): FilterPredicate {
  const value = () => (inTree ? treeValue(scanner) : scanner.rest())
  if (name === 'in' && argument === null) return { kind: 'in', values: parseValues(scanner, inTree) }
  if (name === 'is' && argument === null) {
    const text = value().toLowerCase()
    const known = isValues.find((one) => one === text)
    if (!known)
      throw badQuery(
        `"failed to parse filter (is.${text.slice(0, 50)})" (line 1, column 4)`,
        'expecting isVal: (null, not_null, true, false, unknown)',
      )
    return { kind: 'is', value: known }
  }
  if (isOneOf(searches, name)) {
    return {
      kind: 'search',
      toQuery: searches[name],
      language: argument,
      value: value(),
    }
  }
  if (!isOneOf(comparisons, name)) throw scanner.error(`expecting ${operators}`)
  const operator = name
  if (argument === 'any' || argument === 'all') {
    return { kind: 'quantified', operator, quantifier: argument, values: parseBraces(scanner, inTree) }
  }
  if (argument !== null) throw scanner.error(`expecting ${operators}`)
  const text = value()
  return {
    kind: 'compare',
    operator,
    value: operator === 'like' || operator === 'ilike' ? starsToPercent(text) : text,
  }
}

/** `*` means `%`, which URLs would have to encode. */
export function starsToPercent(pattern: string): string {
  return pattern.replaceAll('*', '%')
}

function treeValue(scanner: Scanner): string {
  const quoted = scanner.quoted()
  if (quoted !== null) return quoted
  const braces = scanner.match(/\{[^}]*\}/)
  return braces ? braces[0] : (scanner.match(/[^,()]*/)?.[0] ?? '')
}

function parseValues(scanner: Scanner, inTree: boolean): string[] {
  scanner.expect('(')
  scanner.match(/\s*/)
  const values = parseItems(scanner, /[^,)]*/)
  scanner.expect(')')
  if (!inTree && !scanner.done) throw scanner.error('expecting the end')
  return values
}

function parseBraces(scanner: Scanner, inTree: boolean): string[] {
  scanner.expect('{')
  const values = parseItems(scanner, /[^,}]*/)
  scanner.expect('}')
  if (!inTree && !scanner.done) throw scanner.error('expecting the end')
  return values
}

function parseItems(scanner: Scanner, plain: RegExp): string[] {
  const values: string[] = []
  do values.push(scanner.quotedItem() ?? scanner.match(plain)?.[0] ?? '')
  while (scanner.accept(','))
  // `in.()` is an empty list, not a list of one empty text.
  return values.length === 1 && values[0]?.trim() === '' ? [] : values
}

function isOneOf<Name extends string>(known: Readonly<Record<Name, unknown>>, name: string): name is Name {
  return Object.hasOwn(known, name)
}
