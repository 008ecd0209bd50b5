import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { databaseRefusal, isPostgresError } from '../http/postgres-error.ts'
import { cleaning, leavesNothing } from './clean-session.ts'

/** How much later than the server itself would have cut a statement off it counts as one that answers nothing. */
const graceMs = 2_000
const begins = /^(begin|start transaction)\b/
const ends = /^(commit|rollback)$/

type Reported = { parameterName: string; parameterValue: string }

/**
 * A connection of a pool whose statements end: by the server's own limit, or, when nothing is heard of the server, soon after
 * it. What was asked is then refused as of class 08, and the connection is not used again.
 *
 * What a transaction, or a statement outside of any, has left in the session is cleared away before the next: in the trip that
 * begins a transaction, or in one of its own where that would come too late, because the session begins none that write.
 */
export class BoundedClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #limitMs: number
  readonly #onSilence: () => void
  #isSilent = false
  #hasten: (() => void) | null = null
  #isInTransaction = false
  /** Whether something of others may be in the session: functions, triggers and policies run in transactions and on changes. */
  #isUsed = false
  /** Whether the session begins transactions that write; PostgreSQL reports it. */
  #mayWrite = true

  /** `longestMs` is the limit that the server was told of; `onSilence` hears when nothing was heard of it in time. */
  constructor(client: PoolClient, longestMs: number, onSilence: () => void) {
    this.#client = client
    this.#limitMs = longestMs + graceMs
    this.#onSilence = onSilence
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName === 'default_transaction_read_only') this.#mayWrite = parameterValue === 'off'
    })
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>
  query(): never
  async query<Row>(sql?: string, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<Row>> {
    if (sql === undefined) throw new Error('there are no cursors')
    if (this.#isInTransaction) {
      if (ends.test(sql)) this.#isInTransaction = false
      return this.#ask(sql, parameters)
    }
    const isBeginning = begins.test(sql)
    if (this.#isUsed && !(isBeginning && this.#mayWrite)) {
      await this.#ask(cleaning.ofMany, [])
      this.#isUsed = false
    }
    const first = this.#isUsed ? `${cleaning.ofMany}; ` : ''
    this.#isInTransaction = isBeginning
    this.#isUsed = isBeginning || this.#isUsed || !leavesNothing(sql)
    return this.#ask(first + sql, parameters)
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    if (this.#isSilent) throw silent()
    const { promise: overdue, reject } = Promise.withResolvers<never>()
    const overstay = () => {
      this.#isSilent = true
      this.#onSilence()
      reject(silent())
    }
    let timer = setTimeout(overstay, this.#limitMs)
    this.#hasten = () => {
      clearTimeout(timer)
      timer = setTimeout(overstay, graceMs)
    }
    try {
      const asked = this.#client.query(sql, [...parameters])
      const answered = await Promise.race([asked, overdue])
      // Of several statements in one text the last is what was asked.
      const { command, rowCount, rows } = (Array.isArray(answered) ? answered.at(-1) : null) ?? answered
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows }
    } catch (error) {
      throw isDropped(error) ? away('08006', error) : error
    } finally {
      this.#hasten = null
      clearTimeout(timer)
    }
  }

  /** What is under way is given up soon: the server answers others again. */
  hasten(): void {
    this.#hasten?.()
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isSilent)
  }
}

/** An error of class 08 for what the driver says without a code. */
export function away(code: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause
  return Object.assign(databaseRefusal(code, `the database is away: ${reason}`), { cause })
}

/** What a database that answers nothing is taken to say. */
export function silent(): Error {
  return databaseRefusal('08006', 'the database is away: it answers nothing')
}

/** Whether the driver says so; it has no code for it. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error) || isPostgresError(error)) return false
  return (
    'syscall' in error ||
    /^(Connection terminated|Client was closed|Client has encountered)/.test(error.message)
  )
}
