import { CompiledQuery, type Kysely, type QueryExecutorProvider } from 'kysely'

/** Hints that let a driver save round trips. */
export type Hints = {
  /**
   * The result is unused and all parameters are text, so it may be sent with the next statement.
   */
  deferred?: boolean
  /** The last statement of its transaction, so it may be committed with it. */
  last?: boolean
  /** It changes no schema, although it looks so. */
  sameSchema?: boolean
  /** It may use a generic plan: no parameter is needed for a partial index. */
  anyPlan?: boolean
  /** Its transaction is read-only. */
  onlyReads?: boolean
}

type HintedQuery<Row> = CompiledQuery<Row> & { hints?: Hints }

/** A statement about to be executed, with hints for the driver. */
export function withHints<Row>(query: CompiledQuery<Row>, hints: Hints): HintedQuery<Row> {
  return { ...query, hints }
}

/** The hints that were given for a statement. */
export function hintsOf<Row>({ hints = {} }: HintedQuery<Row>): Hints {
  return hints
}

type Database = QueryExecutorProvider & Pick<Kysely<unknown>, 'executeQuery' | 'isTransaction'>
type Statement<Row> = { compile: (executor: QueryExecutorProvider) => CompiledQuery<Row> }

/**
 * Executes a statement with a generic plan (`anyPlan`) and returns its rows. It must not be used
 * within a reserved connection.
 */
export async function runPrepared<Row>(db: Database, statement: Statement<Row>): Promise<Row[]> {
  return executePrepared(db, statement.compile(db))
}

/** The same of a text with `$1` and so on in it, which is always the same and so need not be put together each time. */
export function runPreparedText<Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> {
  return executePrepared<Row>(db, CompiledQuery.raw(text, [...values]))
}

async function executePrepared<Row>(db: Database, query: CompiledQuery<unknown>): Promise<Row[]> {
  return (await db.executeQuery<Row>(withHints(query, { anyPlan: true, last: !db.isTransaction }))).rows
}
