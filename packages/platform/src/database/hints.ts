import type { CompiledQuery } from 'kysely'

/** What a driver may do with a statement to save a trip to the database. A driver that cannot runs it as any other. */
export type Hints = {
  /** Nobody reads the answer and every parameter is text: it may be sent together with the next statement. */
  deferred?: boolean
  /** Nothing follows it in its transaction, and nothing undoes it: it may be committed in the same breath. */
  last?: boolean
}

const hints = new WeakMap<CompiledQuery, Hints>()

/** Gives hints for a statement about to be executed. */
export function withHints<Row>(query: CompiledQuery<Row>, given: Hints): CompiledQuery<Row> {
  hints.set(query, given)
  return query
}

/** The hints that were given for a statement. */
export function hintsOf(query: CompiledQuery): Hints {
  return hints.get(query) ?? {}
}
