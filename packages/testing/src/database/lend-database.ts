import { openDatabase } from '@app/platform/database/open-database'
import { DatabasePool, type LentDatabase } from '@app/platform/testing/database-pool'
import { givenDatabase as givenCopy } from '@app/platform/testing/given-database'
import type { FirstContents } from '@app/platform/testing/renew-database'
import { inject } from 'vitest'
import type {} from './template.ts'

export const contentsOfProduct: FirstContents = {
  untouched: [
    'supabase_migrations.schema_migrations',
    'platform.migrations',
    'platform.secrets',
    'storage.buckets',
    'public.message_opt_out_key',
    'pgboss.version',
  ],
  // The queue's version is in one of these; the times beside it say when it last did what it does now and then.
  restore:
    'update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null',
}

const pool = new DatabasePool(
  async () => openDatabase((await givenCopy(inject('databaseTemplate'))).settings),
  contentsOfProduct,
)

/** A PGlite with the product's tables and nothing in it, for a test of the product. */
export function lendDatabase(): Promise<LentDatabase> {
  return pool.lend()
}
