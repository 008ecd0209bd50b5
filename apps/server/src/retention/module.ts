import type { Kysely } from 'kysely'
import type { Backend } from '../backend/open-backend.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { deleteOldDataJob } from './delete-old-data.job.ts'
import { deleteOldData } from './delete-old-data.ts'
import { purgeSignInsJob } from './purge-sign-ins.job.ts'

export type RetentionNeeds = {
  db: Kysely<Tables>
  log: JobLog
  /** Null when sign-ins are hosted elsewhere. */
  purgeSignIns: Backend['purgeSignIns']
}

/** Deletes expired data. */
export function retentionModule({ db, log, purgeSignIns }: RetentionNeeds): ContextModule {
  return {
    jobs: [
      registerJob(
        deleteOldDataJob,
        async () => {
          await deleteOldData({ db, now: () => new Date(), log })
        },
        // At night in Almaty.
        { cron: '40 21 * * *', payload: {} },
      ),
      registerJob(
        purgeSignInsJob,
        async () => {
          if (purgeSignIns) log.info(await purgeSignIns(), 'old sign-ins are cleared away')
        },
        { cron: '20 21 * * *', payload: {} },
      ),
    ],
  }
}
