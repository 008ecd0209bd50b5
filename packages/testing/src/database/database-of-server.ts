import type { OpenDatabase } from '@app/platform/database/open-database'
import { inject } from 'vitest'
import { givenDatabase, type TestDatabase } from './given-database.ts'
import { lendDatabase } from './lend-database.ts'

/** One that servers may share; `opened` is it where it is open already. */
export type SharedByServers = Pick<TestDatabase, 'settings'> & { opened?: OpenDatabase }

export type ServersDatabase = SharedByServers & { giveBack: () => Promise<void> }

/**
 * Returns what a server of a test keeps its rows in: a PGlite that is lent, or a PostgreSQL
 * database of its own; or else one that is shared, which whoever gave it gives back.
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
