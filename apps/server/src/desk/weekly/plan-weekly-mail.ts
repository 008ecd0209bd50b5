import { weekToReport } from '@app/domain/desk/weeks'
import type { Kysely } from 'kysely'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Tables } from '../../services/tables.ts'
import { sendWeeklyMailJob } from './send-weekly-mail.job.ts'
import type {} from './weekly-tables.ts'

type Services = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; now: () => Date }

/**
 * Queues the mail about the last complete week once. Weeks during which the server was down are
 * skipped.
 */
export function planWeeklyMail({ db, jobs, now }: Services, at: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const earlier = await trx.selectFrom('weekly_mails').select('planned_at').limit(1).executeTakeFirst()
    // The first row is of the last week that is over, at any hour: it is not told at eight either.
    const { monday } = weekToReport(now(), earlier ? at : '00:00')
    const planned = await trx
      .insertInto('weekly_mails')
      .values({ monday, planned_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('planned_at')
      .executeTakeFirst()
    if (earlier && planned) await jobs.enqueue(trx, sendWeeklyMailJob, { monday })
  })
}
