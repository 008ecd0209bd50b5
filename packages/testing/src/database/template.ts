import { join } from 'node:path'
import { migrate } from '@app/platform/database/migrate'
import type { OpenDatabase } from '@app/platform/database/open-database'
import type { DatabaseTemplate } from '@app/platform/testing/template'
import { describeError } from '@app/server/http/describe-error'
import { openJobs } from '@app/server/jobs/jobs'

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** The product's own migrations. */
export const migrationsDir = join(import.meta.dirname, '../../../../supabase/migrations')

/** Brings a database of the platform to where a test of the product starts. */
export async function prepareProduct(database: OpenDatabase, kind: DatabaseTemplate['kind']): Promise<void> {
  await database.withSession((session) => migrate(session, migrationsDir))
  // Makes the job queue's tables, so that no test file has to.
  await (await openJobs(database.db, { kind, describeError })).stop()
}
