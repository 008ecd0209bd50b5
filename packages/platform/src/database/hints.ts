import { CompiledQuery, type Kysely, type QueryExecutorProvider } from 'kysely'

/** What a driver may do with a statement to save a trip to the database. A driver that cannot runs it as any other. */
export type Hints = {
  /** Nobody reads the answer and every parameter is text: it may be sent together with the next statement. */
  deferred?: boolean
  /**
   * Nothing follows it in its transaction, or on its connection outside of any, and nothing undoes it: it may be committed in the
   * same breath.
   */
  last?: boolean
  /** It changes no schema, and undoes no change of one, though it does not look so: what is known of other statements holds. */
  sameSchema?: boolean
  /**
   * It may keep a plan for any values, where PostgreSQL finds one no dearer than those for the values at hand: nothing that it needs
   * an index for is among its parameters (`on conflict … where`, the condition of a partial index).
   */
  anyPlan?: boolean
  /** Its transaction writes nothing: no table is made in it that stays in the session. */
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
 * Executes a statement that may keep a plan for any values, and answers with its rows. Say of it only what `anyPlan` says. Outside of
 * a transaction nothing follows it: whoever holds a connection to say several things on it does not say them by this.
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
