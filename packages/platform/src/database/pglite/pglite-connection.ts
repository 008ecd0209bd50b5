import { messages, parse, protocol } from '@electric-sql/pglite'
import { AbortedTransactionError, CompiledQuery, type QueryResult } from 'kysely'
import { databaseRefusal, isPostgresError } from '../../http/postgres-error.ts'
import { cleanupStatements, isSessionSafe } from '../clean-session.ts'
import type { DatabaseSession } from '../database.ts'
import { hintsOf } from '../hints.ts'
import { backgroundTimeoutMs, isForMany, isInBackground } from '../run-in-background.ts'
import { bindMessage } from './bind-message.ts'
import { InFlightCounter } from './in-flight-counter.ts'
import { NotBegunError } from './not-begun-error.ts'
import { ParameterTypes, toTexts } from './parameter-types.ts'
import type { PGliteWire } from './pglite-wire.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { PriorityQueue, type TurnPriority } from './priority-queue.ts'
import { readAnswer } from './read-answer.ts'
import { SessionState } from './session-state.ts'
import { SharedSyncs } from './shared-syncs.ts'

const { serialize } = protocol
const textType = 25
const maxPreparedStatements = 100
/** Shared work precedes work that has waited for less than this, so that neither starves. */
const pipelineWindowMs = 5_000
/** The server knows no prepared statement of that name. */
const unknownStatementCode = '26000'

/** A transaction that was sent ahead as the `nth`: what it began with, and what it is answered. */
export type PipelinedStatement<Row> = {
  nth: number
  began: readonly CompiledQuery[]
  answer: Promise<QueryResult<Row>>
}

const changesRows = /^\s*(select|insert|update|delete|with|values)\b/i

/**
 * PGlite's one connection. PGlite's own `query` crosses into WebAssembly six times for a statement;
 * here it crosses once, with prepared statements, and with the transaction's begin and commit where
 * possible. The messages are those of the extended query protocol:
 * https://www.postgresql.org/docs/current/protocol-flow.html
 */
export class PGliteConnection {
  readonly #wire: PGliteWire
  readonly #statementTimeoutMs: number
  readonly #turns = new PriorityQueue()
  readonly #onTheWay = new InFlightCounter(this.#turns)
  readonly #left = new SessionState()
  /** Cleanup statements that keep the listeners, cached because nearly all turns use them. */
  readonly #cleanings = new Map<string, { listening: string; message: Uint8Array }>()
  readonly #syncs: SharedSyncs
  readonly #parameterTypes = new ParameterTypes()
  readonly #prepared = new PreparedStatements(maxPreparedStatements)
  #transaction: 'none' | 'announced' | 'begun' | 'lost' = 'none'
  #isAlone = false
  /** The timeout of the current statement. */
  #limitMs: number | null
  #signs = 0
  /** Statements that are sent with the next one. */
  #deferred: CompiledQuery[] = []
  /** True in a read-only transaction. */
  #onlyReads = false
  /** True once a function has deallocated prepared statements. */
  #isDropping = false
  /** The way the transaction that was announced begins. */
  #beginning = ''

  /** Foreground statements have the limit `statementTimeoutMs`. */
  constructor(wire: PGliteWire, statementTimeoutMs: number) {
    this.#wire = wire
    this.#statementTimeoutMs = statementTimeoutMs
    this.#limitMs = statementTimeoutMs
    this.#syncs = new SharedSyncs(wire, this.#turns, {
      wantWithin: priorityWithin,
      begin: () => this.#onTheWay.add(),
      end: () => this.#arrive(),
    })
    wire.onLost = () => {
      this.#forgetAll()
      this.#loseTransaction()
    }
  }

  /** Waits for a turn. Background work yields. */
  async acquire(): Promise<void> {
    await this.#turns.take(priorityWithin(0)).begun
    this.#left.beginTurn()
  }

  /** Ends the turn at once; resolves when all that was answered in it is safe from a power cut. */
  release(): Promise<void> {
    const settled = this.settle(this.#onTheWay.sent + 1)
    this.#turns.pass()
    return settled
  }

  /** Resolves when all is safe from a power cut that was answered to what was sent ahead as the `nth`. */
  settle(nth: number): Promise<void> {
    return this.#syncs.settle(nth)
  }

  /** Runs `work` exclusively, without a timeout. */
  async alone<Result>(work: (session: DatabaseSession) => Promise<Result>): Promise<Result> {
    await this.acquire()
    await this.#onTheWay.untilEmpty()
    this.#isAlone = true
    this.#forgetAll()
    try {
      await this.#exchange([this.#toClean(cleanupStatements.anything)])
      return await work({
        script: async (sql) => void (await this.#exchange([serialize.query(sql)])),
        query: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await this.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows,
      })
    } finally {
      this.#isAlone = false
      this.#left.doubt()
      await this.release()
    }
  }

  /** Changes whenever PGlite has answered or refused something, and while it is at work that may take minutes. */
  signsOfLife(): number {
    if (this.#isAlone || this.#limitMs !== this.#statementTimeoutMs) this.#signs += 1
    return this.#signs
  }

  /** Begins a transaction with the next statement. */
  begin(statement: string): void {
    this.#transaction = 'announced'
    this.#beginning = statement
    this.#deferred = []
    this.#onlyReads = false
  }

  /** Ends the transaction, if its last statement has not. */
  async end(command: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = 'none'
    this.#deferred = []
    if (transaction === 'lost' && command === 'commit') throw new AbortedTransactionError()
    if (transaction !== 'begun') return
    const answers = await this.#exchange([serialize.query(command)])
    const isUndone = answers.some((answer) => 'text' in answer && answer.text === 'ROLLBACK')
    if (command === 'commit' && isUndone) throw new AbortedTransactionError()
  }

  /**
   * Pipelines a statement that is a whole transaction, and passes the turn on. Returns null when
   * that is impossible.
   */
  sendAhead<Row>(query: CompiledQuery<Row>): PipelinedStatement<Row> | null {
    const { last, deferred, anyPlan } = hintsOf(query)
    const isPlain =
      this.#transaction === 'none' || (this.#transaction === 'announced' && this.#beginning === 'begin')
    if (!isPlain || !last || deferred || !anyPlan || isInBackground() || !changesRows.test(query.sql))
      return null
    const types = this.#parameterTypes.find(query.sql)
    const isKept = [...this.#deferred, query].every(({ sql }) => this.#prepared.isLasting(sql))
    if (!types || !isKept) return null
    const values = toTexts(query.parameters, types, this.#wire.types.serializers)
    const began = this.#deferred
    const answer = this.#executeNow(query, { values, comesAgain: true }, async (parts) => {
      try {
        return await this.#wire.exchangeBytes(parts, this.#statementTimeoutMs)
      } finally {
        this.#arrive()
      }
    }).catch((error: unknown) => {
      if (!isDropped(error)) throw error
      this.#prepared.forgetAll()
      throw new NotBegunError()
    })
    return { nth: this.#onTheWay.add(), began, answer }
  }

  async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (this.#transaction === 'lost') throw databaseRefusal('25P02', 'the transaction was lost')
    const { deferred, sameSchema, onlyReads = false } = hintsOf(query)
    if (deferred && this.#transaction !== 'none') {
      this.#deferred.push(query)
      this.#onlyReads ||= onlyReads
      return { rows: [] }
    }
    await this.#onTheWay.untilEmpty()
    if (!sameSchema && !changesRows.test(query.sql)) this.#forgetAll()
    const comesAgain = this.#parameterTypes.find(query.sql) !== undefined
    const types = await this.#despiteDrops(() => this.#typesOf(query))
    const values = toTexts(query.parameters, types, this.#wire.types.serializers)
    return this.#despiteDrops(() =>
      this.#executeNow(query, { values, comesAgain }, (parts) => this.#exchangeBytes(parts)),
    )
  }

  /**
   * Starts a turn's work, and repeats it when prepared statements were lost. Within a transaction
   * that is impossible, so nothing is prepared there.
   */
  async #despiteDrops<Result>(work: () => Promise<Result>): Promise<Result> {
    const transaction = this.#transaction
    const deferred = this.#deferred
    try {
      return await work()
    } catch (error) {
      if (!isDropped(error)) throw error
      this.#prepared.forgetAll()
      this.#isDropping ||= transaction === 'begun'
      if (transaction === 'begun') throw error
      if (this.#transaction === 'begun') await this.#exchange([serialize.query('rollback')])
      this.#transaction = transaction
      this.#deferred = deferred
      return work()
    }
  }

  /** Executes a statement with parameters as text, together with what was deferred before it. */
  async #executeNow<Row>(
    query: CompiledQuery<Row>,
    { values, comesAgain }: { values: (string | null)[]; comesAgain: boolean },
    exchange: (parts: readonly Uint8Array[]) => Promise<ArrayBuffer>,
  ): Promise<QueryResult<Row>> {
    const { last, anyPlan = false } = hintsOf(query)
    const isEnd = last === true && this.#transaction !== 'none'
    const isKept = comesAgain && !(this.#isDropping && this.#transaction === 'begun')
    const first = this.#clean(this.#transaction === 'none' && isSessionSafe(query.sql))
    const { beginning, end } = this.#boundsOf(isEnd)
    const ahead = this.#takeDeferred()
    const {
      name,
      messages: preparing,
      answer,
    } = isKept
      ? this.#prepared.prepare(query.sql, { anyPlan })
      : { name: '', messages: [serialize.parse({ text: query.sql })], answer: null }
    this.#transaction = isEnd || this.#transaction === 'none' ? 'none' : 'begun'
    const sent = [
      ...first,
      ...beginning,
      ...ahead.messages,
      ...preparing,
      bindMessage(name, values),
      ...(answer ? [] : [serialize.describe({ type: 'P' })]),
      serialize.execute(),
      serialize.sync(),
      ...end,
    ]
    const texts = [...ahead.texts, query.sql]
    try {
      const { result, described } = readAnswer<Row>(this.#wire, await exchange(sent), answer)
      if (described) this.#prepared.describe(query.sql, described)
      for (const text of texts) this.#prepared.confirm(text)
      return result
    } catch (error) {
      this.#left.doubt()
      for (const text of texts) this.#prepared.forget(text)
      throw error
    }
  }

  /**
   * Returns messages that clear away what others have left, sent before a turn begins; a turn that
   * `isClean` leaves nothing itself.
   */
  #clean(isClean: boolean): Uint8Array[] {
    if (this.#transaction === 'begun') return []
    // The hint of an earlier transaction does not apply.
    const onlyReads = this.#transaction === 'announced' && this.#onlyReads
    const said = this.#left.clean(isClean ? 'nothing' : onlyReads ? 'settings' : 'anything')
    // Successive work of one client needs no cleanup.
    return this.#isAlone || said === null ? [] : [this.#toClean(said)]
  }

  /** A function may have ended what this session hears, also in a transaction that only read. */
  #toClean(said: string): Uint8Array {
    const { listening } = this.#wire
    const known = this.#cleanings.get(said)
    if (known && known.listening === listening) return known.message
    const message = serialize.query(said + listening)
    this.#cleanings.set(said, { listening, message })
    return message
  }

  /**
   * Returns the messages before and after the next statement: they begin a transaction that was
   * announced, and end it if this `isEnd`.
   */
  #boundsOf(isEnd: boolean): { beginning: Uint8Array[]; end: Uint8Array[] } {
    const isAnnounced = this.#transaction === 'announced'
    // The messages up to one sync are an implicit transaction.
    if (isAnnounced && isEnd && this.#beginning === 'begin') return { beginning: [], end: [] }
    return {
      beginning: isAnnounced ? [serialize.query(this.#beginning)] : [],
      end: isEnd ? [serialize.query('commit')] : [],
    }
  }

  /** Takes the deferred statements: their messages and texts. */
  #takeDeferred(): { messages: Uint8Array[]; texts: string[] } {
    const deferred = this.#deferred
    this.#deferred = []
    return {
      messages: deferred.flatMap(({ sql, parameters }) => {
        const types = parameters.map(() => textType)
        const { name, messages: preparing } = this.#prepared.prepare(sql, { types, anyPlan: true })
        const values = parameters.map(String)
        return [...preparing, bindMessage(name, values), serialize.execute()]
      }),
      texts: deferred.map(({ sql }) => sql),
    }
  }

  /** Asks once for each text of what types its parameters are. */
  async #typesOf({ sql, parameters }: CompiledQuery): Promise<readonly number[]> {
    const known = this.#parameterTypes.find(sql)
    if (known) return known
    if (parameters.length === 0) return this.#parameterTypes.remember(sql, [])
    const first = this.#clean(this.#transaction === 'none')
    const { beginning } = this.#boundsOf(false)
    const ahead = this.#takeDeferred()
    if (this.#transaction === 'announced') this.#transaction = 'begun'
    const sent = [
      ...first,
      ...beginning,
      ...ahead.messages,
      serialize.parse({ text: sql }),
      serialize.describe({ type: 'S' }),
    ]
    const answers = await this.#exchange([...sent, serialize.sync()]).catch((error: unknown) => {
      this.#left.doubt()
      for (const text of ahead.texts) this.#prepared.forget(text)
      throw error
    })
    return this.#parameterTypes.remember(sql, parse.parseDescribeStatementResults(answers))
  }

  /** A schema change invalidates prepared statements. */
  #forgetAll(): void {
    this.#parameterTypes.forgetAll()
    this.#prepared.forgetAll()
  }

  #arrive(): void {
    this.#signs += 1
    this.#onTheWay.remove()
  }

  /** Without its beginning, the rest would run without the role. */
  #loseTransaction(): void {
    if (this.#transaction === 'begun') this.#transaction = 'lost'
  }

  /** @throws {messages.DatabaseError} the first of the errors that the database answers. */
  async #exchange(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.#wire.parse(await this.#exchangeBytes(parts))
  }

  async #exchangeBytes(parts: readonly Uint8Array[]): Promise<ArrayBuffer> {
    this.#limitMs = this.#isAlone ? null : isInBackground() ? backgroundTimeoutMs : this.#statementTimeoutMs
    try {
      const answers = await this.#wire.exchangeBytes(parts, this.#limitMs)
      this.#signs += 1
      return answers
    } catch (error) {
      if (!isPostgresError(error) || error.code !== '57P03') this.#signs += 1
      this.#loseTransaction()
      throw error
    } finally {
      this.#limitMs = this.#statementTimeoutMs
    }
  }
}

function isDropped(error: unknown): boolean {
  return error instanceof messages.DatabaseError && error.code === unknownStatementCode
}

/** Returns the terms of a turn that others may go ahead of for `ms`. */
function priorityWithin(ms: number): TurnPriority {
  return {
    dueAt: performance.now() + ms - (isForMany() ? pipelineWindowMs : 0),
    isLowPriority: isInBackground(),
  }
}
