import type { Kysely } from 'kysely'
import { doing } from '../jobs/job.ts'
import type { JobLog } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { forgetOldDataJob } from './forget-old-data.job.ts'
import { forgetOldData } from './forget-old-data.ts'

export type RetentionNeeds = { db: Kysely<Tables>; log: JobLog }

/** Forgets what is old. */
export function retentionModule({ db, log }: RetentionNeeds): ContextModule {
  return {
    jobs: [
      doing(
        forgetOldDataJob,
        async () => {
          await forgetOldData({ db, now: () => new Date(), log })
        },
        // In the small hours of Almaty.
        { cron: '40 21 * * *', payload: {} },
      ),
    ],
  }
}
