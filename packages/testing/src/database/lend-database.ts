import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { givenDatabase as givenCopy } from '@app/platform/testing/given-database'
import { Loan } from '@app/platform/testing/loan'
import type { DatabaseTemplate } from '@app/platform/testing/template'
import { describe, empty } from './renew-database.ts'

export type LentDatabase = {
  database: OpenDatabase
  /**
   * Ends what its borrower may do with it, and leaves it as new to whoever comes next. What is under way is waited for; what
   * takes longer ends with the database.
   */
  giveBack: (longestWaitMs?: number) => Promise<void>
}

type Kept = { database: OpenDatabase; asNew: string }

/** So many stay open in a worker: most files have one server at a time. */
const mostIdle = 2
const idle: Kept[] = []
const defaultLongestWaitMs = 5_000

/**
 * A PGlite with the product's tables and nothing in it: one that an earlier test of this process gave back, or else a new copy.
 * To open one takes as long as dozens of tests do, so they are emptied and lent again. One whose tables, rights or keys are
 * not as they were is closed instead.
 */
export async function lendDatabase(template: DatabaseTemplate): Promise<LentDatabase> {
  const kept = idle.pop() ?? (await openNew(template))
  const { database, asNew } = kept
  const loan = new Loan()
  return {
    database: await loan.of(database),
    async giveBack(longestWaitMs = defaultLongestWaitMs) {
      if (loan.isOver) return
      const renewed = loan
        .end()
        .then(() => empty(database))
        .then(() => describe(database.db))
        // One that was lost on the way cannot be emptied.
        .catch(() => null)
      const left = await Promise.race([renewed, sleep(longestWaitMs, null, { ref: false })])
      if (left === asNew && idle.length < mostIdle) idle.push(kept)
      else await database.close()
    },
  }
}

async function openNew(template: DatabaseTemplate): Promise<Kept> {
  const { settings } = await givenCopy(template)
  const database = await openDatabase(settings)
  await empty(database)
  return { database, asNew: await describe(database.db) }
}
