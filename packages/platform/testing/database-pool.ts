import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../src/database/open-database.ts'
import { Loan } from './loan.ts'
import { describe, empty, type FirstContents } from './renew-database.ts'

export type LentDatabase = {
  database: OpenDatabase
  /**
   * Ends the use of the database and returns it, emptied, to the pool. Work that takes longer than
   * `timeoutMs` ends with the database.
   */
  release: (timeoutMs?: number) => Promise<void>
}

type Kept = { database: OpenDatabase; asNew: string }

/** Emptying a database takes seconds on a busy machine. */
const defaultWaitTimeoutMs = 60_000

/**
 * A pool of PGlites, because opening one takes as long as dozens of tests. A returned one is
 * emptied, and is closed when its schema, rights or keys have changed.
 */
export class DatabasePool {
  readonly #open: () => Promise<OpenDatabase>
  readonly #contents: FirstContents
  /** The most idle databases. Most test files have one server at a time. */
  readonly #maxIdle: number
  readonly #idle: Kept[] = []

  constructor(open: () => Promise<OpenDatabase>, contents: FirstContents, maxIdle = 2) {
    this.#open = open
    this.#contents = contents
    this.#maxIdle = maxIdle
  }

  async lend(): Promise<LentDatabase> {
    const kept = this.#idle.pop() ?? (await this.#openNew())
    const { database, asNew } = kept
    const loan = new Loan()
    return {
      database: await loan.of(database),
      release: async (timeoutMs = defaultWaitTimeoutMs) => {
        if (loan.isOver) return
        const renewed = loan
          .end()
          .then(() => empty(database, this.#contents))
          .then(() => describe(database.db, this.#contents))
          // A database that failed cannot be emptied.
          .catch(() => null)
        const left = await Promise.race([renewed, sleep(timeoutMs, null, { ref: false })])
        if (left === asNew && this.#idle.length < this.#maxIdle) this.#idle.push(kept)
        else await database.close()
      },
    }
  }

  async #openNew(): Promise<Kept> {
    const database = await this.#open()
    await empty(database, this.#contents)
    return { database, asNew: await describe(database.db, this.#contents) }
  }
}
