import { messages, parse, protocol } from '@electric-sql/pglite'
import { AbortedTransactionError, CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { databaseRefusal, isPostgresError } from '../../http/postgres-error.ts'
import { cleaning, leavesNothing } from '../clean-session.ts'
import { hintsOf } from '../hints.ts'
import type { DatabaseSession } from '../open-database.ts'
import { isForMany, isUnhurried, longestUnhurriedMs } from '../unhurried.ts'
import type { PGliteWire } from './pglite-wire.ts'
import { type Described, PreparedStatements } from './prepared-statements.ts'
import { Turns, type Want } from './turns.ts'

const { serialize } = protocol
const textType = 25
/** Texts of statements whose parameter types are remembered. */
const mostTexts = 500
const mostPrepared = 100
/** How long others may go ahead of a sync, so as to share it: as long as the last one took, and no longer than this. */
const longestSyncPatienceMs = 50
/** What is for many at once goes ahead of what has waited for less than this, so that neither starves. */
const aheadMs = 5_000
/** The server knows no prepared statement of that name. */
const unknownStatement = '26000'
const changesRows = /^\s*(select|insert|update|delete|with|values)\b/i

/**
 * PGlite's one connection, for whoever has acquired it. PGlite's own `query` crosses into WebAssembly six times for a
 * statement, and begins and ends a transaction in four crossings more. Here a statement crosses once, into PGlite's
 * thread and WebAssembly alike, because the types of its parameters are remembered by its text, and is kept prepared when
 * it comes again; it takes the start of its transaction along and, when it is known to be the last, its end.
 *
 * The messages are those of the extended query protocol: https://www.postgresql.org/docs/current/protocol-flow.html
 */
export class PGliteConnection implements DatabaseConnection {
  readonly #wire: PGliteWire
  readonly #longestMs: number
  readonly #turns = new Turns()
  /** The sync that is waiting for its turn, and does for everybody who comes before it begins. */
  #nextSync: { done: Promise<void>; hurry: (want: Want) => void } | null = null
  #syncMs = 0
  readonly #parameterTypes = new Map<string, readonly number[]>()
  readonly #prepared = new PreparedStatements(mostPrepared)
  #transaction: 'none' | 'announced' | 'begun' | 'lost' = 'none'
  #isAlone = false
  /** What the statement under way may take. */
  #limitMs: number | null
  #signs = 0
  /** What goes ahead of the next statement. */
  #ahead: CompiledQuery[] = []
  /** Whether the transaction only reads. */
  #onlyReads = false
  /** What others may have left in the session. */
  #left: 'nothing' | 'settings' | 'anything' = 'nothing'
  /** Whether a function has been seen to drop what is kept prepared, under the transaction that called it. */
  #isDropping = false
  /** How the transaction that was announced begins. */
  #beginning = ''

  /** A statement of somebody who waits for it may take `longestMs`. */
  constructor(wire: PGliteWire, longestMs: number) {
    this.#wire = wire
    this.#longestMs = longestMs
    this.#limitMs = longestMs
    wire.onLost = () => {
      this.#forgetAll()
      this.#loseTransaction()
    }
  }

  /** Waits for a turn. Work that nobody waits for lets others go first. */
  async acquire(): Promise<this> {
    await this.#turns.take(wantWithin(0)).begun
    return this
  }

  /** Ends the turn at once; resolves when all that was answered in it is safe from a power cut. */
  release(): Promise<void> {
    if (!this.#wire.isUnsynced) {
      this.#turns.pass()
      return Promise.resolve()
    }
    const { done, hurry } = this.#nextSync ?? this.#syncLater()
    hurry(wantWithin(Math.min(this.#syncMs, longestSyncPatienceMs)))
    this.#turns.pass()
    return done
  }

  /** Runs `work` when nobody else uses PGlite; however long it takes. */
  async alone<Result>(work: (session: DatabaseSession) => Promise<Result>): Promise<Result> {
    await this.acquire()
    this.#isAlone = true
    this.#forgetAll()
    try {
      await this.#exchange([serialize.query(cleaning.anything)])
      return await work({
        script: async (sql) => void (await this.#exchange([serialize.query(sql)])),
        query: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await this.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows,
      })
    } finally {
      this.#isAlone = false
      this.#left = 'anything'
      await this.release()
    }
  }

  /** Changes whenever PGlite has answered or refused something, and while it is at work that may take minutes. */
  signsOfLife(): number {
    if (this.#isAlone || this.#limitMs !== this.#longestMs) this.#signs += 1
    return this.#signs
  }

  /** Begins a transaction with the next statement. */
  begin(statement: string): void {
    this.#transaction = 'announced'
    this.#beginning = statement
    this.#ahead = []
    this.#onlyReads = false
  }

  /** Ends the transaction, if its last statement has not. */
  async end(command: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = 'none'
    this.#ahead = []
    this.#onlyReads = false
    if (transaction === 'lost' && command === 'commit') throw new AbortedTransactionError()
    if (transaction !== 'begun') return
    const answers = await this.#exchange([serialize.query(command)])
    const isUndone = answers.some((answer) => 'text' in answer && answer.text === 'ROLLBACK')
    if (command === 'commit' && isUndone) throw new AbortedTransactionError()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'lost') throw databaseRefusal('25P02', 'the transaction was lost')
    const { deferred, last, sameSchema, onlyReads = false, anyPlan = false } = hintsOf(query)
    if (deferred && this.#transaction !== 'none') {
      this.#ahead.push(query)
      this.#onlyReads ||= onlyReads
      return { rows: [] }
    }
    if (!sameSchema && !changesRows.test(query.sql)) this.#forgetAll()
    const comesAgain = this.#parameterTypes.has(query.sql)
    const types = await this.#typesOf(query)
    const values = query.parameters.map((value, at) => this.#toText(value, types[at]))
    const isKept = comesAgain && !(this.#isDropping && this.#transaction === 'begun')
    let known: Described | null = null
    const isAlwaysClean = this.#transaction === 'none' && leavesNothing(query.sql)
    const isEnd = last === true && this.#transaction !== 'none'
    const answers = await this.#say({ isEnd, isAlwaysClean }, () => {
      const { name, messages, answer } = isKept
        ? this.#prepared.prepare(query.sql, { anyPlan })
        : { name: '', messages: [serialize.parse({ text: query.sql })], answer: null }
      known = answer
      return [
        ...messages,
        serialize.bind({ statement: name, values }),
        ...(answer ? [] : [serialize.describe({ type: 'P' })]),
        serialize.execute(),
      ]
    }).catch((error: unknown) => {
      this.#prepared.forget(query.sql)
      throw error
    })
    return this.#read<Row>(query.sql, answers, known)
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite cannot stream.')
  }

  /**
   * Says what goes ahead and then these messages, begins the transaction that was announced and ends it if this `isEnd`. Where
   * nothing was said before it, it is said again when a function had dropped what was kept prepared.
   */
  async #say(
    { isEnd, isAlwaysClean }: { isEnd: boolean; isAlwaysClean: boolean },
    messagesOf: () => Uint8Array[],
  ): Promise<messages.BackendMessage[]> {
    const isFirst = this.#transaction !== 'begun'
    const first = isFirst ? this.#cleaning() : []
    if (isFirst) this.#left = isAlwaysClean ? 'nothing' : this.#onlyReads ? 'settings' : 'anything'
    const { beginning, end } = this.#boundsOf(isEnd)
    const ahead = this.#ahead
    this.#ahead = []
    if (isEnd) {
      this.#transaction = 'none'
      this.#onlyReads = false
    } else if (this.#transaction === 'announced') {
      this.#transaction = 'begun'
    }
    const say = (first: Uint8Array[]) => {
      const keeping = ahead.flatMap((query) => this.#keep(query))
      const said = [...first, ...beginning, ...keeping, ...messagesOf(), serialize.sync(), ...end]
      return this.#exchange(said).catch((error: unknown) => {
        for (const { sql } of ahead) this.#prepared.forget(sql)
        throw error
      })
    }
    try {
      return await say(first)
    } catch (error) {
      if (!(error instanceof messages.DatabaseError) || error.code !== unknownStatement) throw error
      this.#prepared.forgetAll()
      this.#isDropping ||= !isFirst
      if (!isFirst) throw error
      return say(this.#transaction === 'begun' ? [serialize.query('rollback')] : [])
    }
  }

  /** What clears away what others have left, unless this is one piece of work that goes on with its own. */
  #cleaning(): Uint8Array[] {
    return this.#isAlone || this.#left === 'nothing' ? [] : [serialize.query(cleaning[this.#left])]
  }

  /** A statement whose answer nobody reads, and whose parameters are texts. Any plan does for it: it reads no rows. */
  #keep({ sql, parameters }: CompiledQuery): Uint8Array[] {
    const types = parameters.map(() => textType)
    const { name, messages: preparing } = this.#prepared.prepare(sql, { types, anyPlan: true })
    return [
      ...preparing,
      serialize.bind({ statement: name, values: parameters.map(String) }),
      serialize.execute(),
    ]
  }

  /** What is said before and after the next statement to begin a transaction that was announced, and to end it if this `isEnd`. */
  #boundsOf(isEnd: boolean): { beginning: Uint8Array[]; end: Uint8Array[] } {
    const isAnnounced = this.#transaction === 'announced'
    // What is said up to one sync is a transaction of itself, unless it wants another kind.
    if (isAnnounced && isEnd && this.#beginning === 'begin') return { beginning: [], end: [] }
    return {
      beginning: isAnnounced ? [serialize.query(this.#beginning)] : [],
      end: isEnd ? [serialize.query('commit')] : [],
    }
  }

  /** Asks once for each text of what types its parameters are. */
  async #typesOf({ sql, parameters }: CompiledQuery): Promise<readonly number[]> {
    const known = this.#parameterTypes.get(sql)
    if (known) return known
    if (parameters.length === 0) return this.#remember(sql, [])
    const answers = await this.#say({ isEnd: false, isAlwaysClean: this.#transaction === 'none' }, () => [
      serialize.parse({ text: sql }),
      serialize.describe({ type: 'S' }),
    ])
    return this.#remember(sql, parse.parseDescribeStatementResults(answers))
  }

  #remember(sql: string, types: readonly number[]): readonly number[] {
    const [oldest] = this.#parameterTypes.keys()
    if (this.#parameterTypes.size >= mostTexts && oldest !== undefined) this.#parameterTypes.delete(oldest)
    this.#parameterTypes.set(sql, types)
    return types
  }

  /** What is known of statements may be wrong after a change of the schema. */
  #forgetAll(): void {
    this.#parameterTypes.clear()
    this.#prepared.forgetAll()
  }

  #toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const toText = type === undefined ? undefined : this.#wire.types.serializers[type]
    return toText ? toText(value) : String(value)
  }

  /** The rows of the statement itself: what went ahead of it answers too, and nobody reads that. */
  #read<Row>(
    text: string,
    answers: readonly messages.BackendMessage[],
    known: Described | null,
  ): QueryResult<Row> {
    const own = answers.slice(answers.findLastIndex(({ name }) => name === 'bindComplete'))
    const described = known ?? own.find(({ name }) => name === 'rowDescription' || name === 'noData')
    if (!known && described) this.#prepared.describe(text, described)
    const [result] = parse.parseResults(known ? [known, ...own] : own, this.#wire.types.parsers)
    return { rows: (result?.rows ?? []) as Row[], numAffectedRows: BigInt(result?.affectedRows ?? 0) }
  }

  #syncLater(): { done: Promise<void>; hurry: (want: Want) => void } {
    const { begun, hurry } = this.#turns.take({ dueAt: Number.POSITIVE_INFINITY, isPatient: true })
    const sync = async () => {
      await begun
      this.#nextSync = null
      const startedAt = performance.now()
      try {
        await this.#wire.sync()
        this.#signs += 1
      } finally {
        this.#syncMs = performance.now() - startedAt
        this.#turns.pass()
      }
    }
    this.#nextSync = { done: sync(), hurry }
    return this.#nextSync
  }

  /** What follows would be a transaction without its beginning, and without its role. */
  #loseTransaction(): void {
    if (this.#transaction !== 'none') this.#transaction = 'lost'
  }

  /** @throws {messages.DatabaseError} the first of the errors that the database answers. */
  async #exchange(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    this.#limitMs = this.#isAlone ? null : isUnhurried() ? longestUnhurriedMs : this.#longestMs
    try {
      const answers = await this.#wire.exchange(parts, this.#limitMs)
      this.#signs += 1
      return answers
    } catch (error) {
      if (!isPostgresError(error) || error.code !== '57P03') this.#signs += 1
      if (!(error instanceof messages.DatabaseError)) this.#loseTransaction()
      throw error
    } finally {
      this.#limitMs = this.#longestMs
    }
  }
}

/** How whoever asks now wants a turn that others may go ahead of for `ms`. */
function wantWithin(ms: number): Want {
  return { dueAt: performance.now() + ms - (isForMany() ? aheadMs : 0), isPatient: isUnhurried() }
}
