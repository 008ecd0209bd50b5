import type { OpenDatabase } from '@app/platform/database/open-database'
import { inject } from 'vitest'
import { givenDatabase, type TestDatabase } from './given-database.ts'
import { lendDatabase } from './lend-database.ts'

/** One that servers may share; `opened` is it where it is open already. */
export type SharedByServers = Pick<TestDatabase, 'settings'> & { opened?: OpenDatabase }

export type ServersDatabase = SharedByServers & { giveBack: () => Promise<void> }

/**
 * Gives a test's server its database: a PGlite that is lent, or a PostgreSQL database of its own;
 * or else a shared one, which whoever gave it releases.
 */
export async function databaseOfServer(shared?: SharedByServers): Promise<ServersDatabase> {
  if (shared) return { ...shared, giveBack: async () => {} }
  if (inject('databaseTemplate').kind === 'postgres') {
    const { settings, drop } = await givenDatabase()
    return { settings, giveBack: drop }
  }
  const { database, giveBack } = await lendDatabase()
  return { settings: { kind: 'pglite', dataDir: 'memory' }, opened: database, giveBack }
}
