import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { databaseRefusal, isPostgresError } from '../http/postgres-error.ts'
import { cleanupStatements, isSessionSafe } from './clean-session.ts'

/** The extra time after the server's own timeout until a connection counts as silent. */
const graceMs = 2_000
const beginsTransaction = /^(begin|start transaction)\b/
const endsTransaction = /^(commit|rollback)$/

/**
 * A pooled connection whose statements end: by the server's limit, or soon after it with class 08.
 * The session is cleaned before the next transaction or statement.
 */
export class BoundedClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #limitMs: number
  readonly #onSilence: () => void
  #isSilent = false
  #hasten: (() => void) | null = null
  #isInTransaction = false
  /** True when functions, triggers or policies may have left state in the session. */
  #isUsed = false

  /** `statementTimeoutMs` is the server's limit; `onSilence` is called when it does not answer. */
  constructor(client: PoolClient, statementTimeoutMs: number, onSilence: () => void) {
    this.#client = client
    this.#limitMs = statementTimeoutMs + graceMs
    this.#onSilence = onSilence
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>
  query(): never
  async query<Row>(sql?: string, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<Row>> {
    if (sql === undefined) throw new Error('there are no cursors')
    if (this.#isInTransaction) {
      if (endsTransaction.test(sql)) this.#isInTransaction = false
      return this.#ask(sql, parameters)
    }
    if (beginsTransaction.test(sql)) return this.#begin(sql)
    if (this.#isUsed) await this.#ask(cleanupStatements.ofMany, [])
    this.#isUsed = !isSessionSafe(sql)
    return this.#ask(sql, parameters)
  }

  async #begin<Row>(sql: string): Promise<PostgresQueryResult<Row>> {
    // The cleanup needs its own transaction, because it would otherwise be rolled back with the
    // next one. See "Multiple Statements in a Simple Query" in
    // https://www.postgresql.org/docs/current/protocol-flow.html
    const first = this.#isUsed ? `begin; ${cleanupStatements.ofMany}; commit; ` : ''
    const wasUsed = this.#isUsed
    this.#isInTransaction = true
    this.#isUsed = true
    try {
      return await this.#ask(first + sql, [])
    } catch (error) {
      this.#isInTransaction = false
      // The cleanup may have failed; if the rollback fails, too, the next use ends the connection.
      if (wasUsed) await this.#ask('rollback', []).catch(() => {})
      throw error
    }
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    if (this.#isSilent) throw silentConnectionError()
    const { promise: overdue, reject } = Promise.withResolvers<never>()
    const overstay = () => {
      this.#isSilent = true
      this.#onSilence()
      reject(silentConnectionError())
    }
    let timer = setTimeout(overstay, this.#limitMs)
    this.#hasten = () => {
      clearTimeout(timer)
      timer = setTimeout(overstay, graceMs)
    }
    try {
      const asked = this.#client.query(sql, [...parameters])
      const answered = await Promise.race([asked, overdue])
      // Of several statements the last one counts.
      const { command, rowCount, rows } = (Array.isArray(answered) ? answered.at(-1) : null) ?? answered
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows }
    } catch (error) {
      throw isDropped(error) ? connectionLostError('08006', error) : error
    } finally {
      this.#hasten = null
      clearTimeout(timer)
    }
  }

  /** Shortens the timeout, because the server answers others. */
  hasten(): void {
    this.#hasten?.()
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isSilent)
  }
}

/** An error of class 08 for what the driver says without a code. */
export function connectionLostError(code: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause
  return Object.assign(databaseRefusal(code, `the database is away: ${reason}`), { cause })
}

/** The error for a database that does not answer. */
export function silentConnectionError(): Error {
  return databaseRefusal('08006', 'the database is away: it answers nothing')
}

/** Returns true when the driver says so; it has no code for it. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error) || isPostgresError(error)) return false
  return (
    'syscall' in error ||
    /^(Connection terminated|Client was closed|Client has encountered)/.test(error.message)
  )
}
