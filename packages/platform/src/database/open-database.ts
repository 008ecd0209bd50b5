import type { OpenDatabase } from './database.ts'
import type { DatabaseSettings } from './database-settings.ts'
import { openPostgres } from './open-postgres.ts'
import { openPGlite } from './pglite/open-pglite.ts'

export type { DatabaseSession, OpenDatabase } from './database.ts'

/** Opens the database that the settings name. Every session runs in UTC, so that JSON shows times alike. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return settings.kind === 'pglite' ? openPGlite(settings) : openPostgres(settings)
}

/** Opens a database for some work and closes it whatever comes of that. */
export async function withOpenDatabase<Result>(
  settings: DatabaseSettings,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(settings)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
