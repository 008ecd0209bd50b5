import type { OpenDatabase } from '@app/platform/database/open-database'
import { inject } from 'vitest'
import { givenDatabase, type TestDatabase } from './given-database.ts'
import { lendDatabase } from './lend-database.ts'

/** A database that servers may share; `opened` is its connection, if there is one. */
export type SharedDatabase = Pick<TestDatabase, 'settings'> & { opened?: OpenDatabase }

export type ServerDatabase = SharedDatabase & { release: () => Promise<void> }

/**
 * Gives a test's server its database: a PGlite that is lent, or a PostgreSQL database of its own;
 * or else a shared one, which whoever gave it releases.
 */
export async function databaseOfServer(shared?: SharedDatabase): Promise<ServerDatabase> {
  if (shared) return { ...shared, release: async () => {} }
  if (inject('databaseTemplate').kind === 'postgres') {
    const { settings, drop } = await givenDatabase()
    return { settings, release: drop }
  }
  const { database, release } = await lendDatabase()
  return { settings: { kind: 'pglite', dataDir: 'memory' }, opened: database, release }
}
