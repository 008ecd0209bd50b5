import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Queues the mail about an unreported week. */
export const planWeeklyMailJob = defineJob({
  name: 'plan_weekly_mail',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
})

/** Runs from that time on Monday every hour, so that a server that was down catches up. */
export function weeklyCron(at: string): string {
  return `${Number(at.slice(3))} * * * *`
}
