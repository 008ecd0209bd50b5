import { join } from 'node:path'
import { migrate } from '@app/platform/database/migrate'
import { openDatabase } from '@app/platform/database/open-database'
import { loadKeys } from '@app/platform/keys/keys'
import type { DatabaseSettings } from '@app/platform/settings'
import { describeError } from '@app/server/http/describe-error'
import { openJobs } from '@app/server/jobs/jobs'

/** Where the copies that tests work on come from; made once per run. */
export type DatabaseTemplate =
  | { kind: 'pglite'; dumpFile: string }
  | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** The product's own migrations. */
export const migrationsDir = join(import.meta.dirname, '../../../../supabase/migrations')

/** Brings a database to where a test starts: every migration run, the keys and the job queue made. Answers with its dump, if it has one. */
export async function prepareDatabase(settings: DatabaseSettings): Promise<Blob | null> {
  const database = await openDatabase(settings)
  try {
    await database.withSession((session) => migrate(session, migrationsDir))
    await loadKeys(database.db)
    // Makes the job queue's tables, so that no test file has to.
    await (await openJobs(database.db, { kind: settings.kind, describeError })).stop()
    return database.dump ? await database.dump() : null
  } finally {
    await database.close()
  }
}
