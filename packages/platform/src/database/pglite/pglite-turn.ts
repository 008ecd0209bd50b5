import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { NotBegunError } from './not-begun-error.ts'
import type { PGliteConnection, PipelinedStatement } from './pglite-connection.ts'

/** A turn on PGlite's one connection, as Kysely has it: it may be over before what was asked in it is answered. */
export class PGliteTurn implements DatabaseConnection {
  readonly connection: PGliteConnection
  /** Set when the turn was passed on with the transaction that it was for. */
  #sentAs: number | null = null

  private constructor(connection: PGliteConnection) {
    this.connection = connection
  }

  /** Waits for a turn. */
  static async take(connection: PGliteConnection): Promise<PGliteTurn> {
    await connection.acquire()
    return new PGliteTurn(connection)
  }

  begin(statement: string): void {
    this.connection.begin(statement)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#sentAs !== null) throw new Error('this was asked after the last statement of its transaction')
    const sent = this.connection.sendAhead<Row>(query)
    if (!sent) return this.connection.executeQuery<Row>(query)
    this.#sentAs = sent.nth
    try {
      return await sent.answer
    } catch (error) {
      if (!(error instanceof NotBegunError)) throw error
      return this.#askAgain(sent, query)
    }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite cannot stream.')
  }

  /** Ends the transaction, if its last statement has not. */
  async end(command: 'commit' | 'rollback'): Promise<void> {
    if (this.#sentAs === null) await this.connection.end(command)
  }

  /** Ends the turn, if it has not been passed on; resolves when all that was answered in it is safe from a power cut. */
  release(): Promise<void> {
    return this.#sentAs === null ? this.connection.release() : this.connection.settle(this.#sentAs)
  }

  /** Repeats a lost statement in a new turn. */
  async #askAgain<Row>({ began }: PipelinedStatement<Row>, query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.connection.acquire()
    this.#sentAs = null
    this.connection.begin('begin')
    for (const deferred of began) await this.connection.executeQuery(deferred)
    return this.connection.executeQuery<Row>(query)
  }
}
