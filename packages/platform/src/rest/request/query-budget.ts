import { badQuery, queryTooLong } from '../rest-errors.ts'

/** The limits of a request, far above a page's needs. They are counted during parsing. */
export const maxCounts = {
  /** Columns, expressions and `*` in `select`. */
  'selected columns': 64,
  /** Tables within, at whatever depth. */
  'embedded tables': 16,
  'order terms': 16,
  /** Names in `columns` and `on_conflict`. */
  names: 128,
  filters: 64,
  /** Filters by pattern or full text, which read whole texts. */
  'pattern filters': 8,
  /** Values in the lists of all filters together. */
  'list values': 1000,
  /** Arguments of a function. */
  arguments: 64,
  /** Rows of a body. */
  rows: 5000,
} as const

/** Limits of nesting: JSON paths, logical trees, brackets and embedded tables. */
export const maxDepths = { path: 16, tree: 8, value: 32, embedding: 6 } as const

/** Characters of the whole query string as it came, and of one pattern or search. */
export const maxLengths = { query: 8192, pattern: 200 } as const

type CountedPart = keyof typeof maxCounts

/** Counts what one request asks for, and refuses it when that is too much. */
export class QueryBudget {
  readonly #spent = new Map<CountedPart, number>()

  /** Counts some more, or throws. */
  spend(what: CountedPart, count = 1): void {
    const spent = (this.#spent.get(what) ?? 0) + count
    if (spent > maxCounts[what]) throw queryTooComplex(`At most ${maxCounts[what]} ${what} are read`)
    this.#spent.set(what, spent)
  }
}

/** Throws when a query string is too long to be read at all. */
export function checkQueryLength(query: string): void {
  if (query.length > maxLengths.query) throw queryTooLong(maxLengths.query)
}

/** Throws when a body holds more of something than is read. */
export function checkBody(what: 'arguments' | 'rows', count: number): void {
  new QueryBudget().spend(what, count)
}

/** Throws when something is further within something else than allowed. */
export function checkDepth(of: keyof typeof maxDepths, depth: number): void {
  if (depth > maxDepths[of])
    throw queryTooComplex(`${of === 'embedding' ? 'An' : 'A'} ${of} is read to a depth of ${maxDepths[of]}`)
}

/** Throws when a pattern or search is too long to be matched. */
export function checkPatternLength(pattern: string): void {
  if (pattern.length > maxLengths.pattern)
    throw queryTooComplex(`Patterns have at most ${maxLengths.pattern} characters`)
}

/** Throws when a value is nested so deeply that reading it, as JSON or as a search, would take much of a stack. */
export function checkValue(value: string): void {
  let depth = 0
  for (const char of value) {
    if (char === '(' || char === '[' || char === '{') checkDepth('value', ++depth)
    else if (char === ')' || char === ']' || char === '}') depth--
  }
}

/** The refusal of a request that asks for more than is read. */
export const queryTooComplex = (details: string) => badQuery('The query asks for too much', details)
