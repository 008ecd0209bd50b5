import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../src/database/open-database.ts'
import { Loan } from './loan.ts'
import { describe, empty, type FirstContents } from './renew-database.ts'

export type LentDatabase = {
  database: OpenDatabase
  /**
   * Ends what its borrower may do with it, and leaves it as new to whoever comes next. What is under way is waited for; what
   * takes longer ends with the database.
   */
  giveBack: (longestWaitMs?: number) => Promise<void>
}

type Kept = { database: OpenDatabase; asNew: string }

/** On a busy machine that takes seconds as well. */
const defaultLongestWaitMs = 60_000

/**
 * Lends PGlites of one kind: those that an earlier test of this process gave back, or else new ones. To open one takes as long as
 * dozens of tests do, so they are emptied and lent again. One whose tables, rights or keys are not as they were is closed instead.
 */
export class DatabasePool {
  readonly #open: () => Promise<OpenDatabase>
  readonly #contents: FirstContents
  /** So many stay open: most files have one server at a time. */
  readonly #mostIdle: number
  readonly #idle: Kept[] = []

  constructor(open: () => Promise<OpenDatabase>, contents: FirstContents, mostIdle = 2) {
    this.#open = open
    this.#contents = contents
    this.#mostIdle = mostIdle
  }

  async lend(): Promise<LentDatabase> {
    const kept = this.#idle.pop() ?? (await this.#openNew())
    const { database, asNew } = kept
    const loan = new Loan()
    return {
      database: await loan.of(database),
      giveBack: async (longestWaitMs = defaultLongestWaitMs) => {
        if (loan.isOver) return
        const renewed = loan
          .end()
          .then(() => empty(database, this.#contents))
          .then(() => describe(database.db, this.#contents))
          // One that was lost on the way cannot be emptied.
          .catch(() => null)
        const left = await Promise.race([renewed, sleep(longestWaitMs, null, { ref: false })])
        if (left === asNew && this.#idle.length < this.#mostIdle) this.#idle.push(kept)
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
