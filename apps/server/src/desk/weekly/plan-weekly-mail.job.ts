import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Sees whether a week is over that the owner was not told of. */
export const planWeeklyMailJob = defineJob({
  name: 'plan_weekly_mail',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
})

/** At that time of Monday, and every hour from there, so that a server that was down at eight sends at nine. */
export function weeklyCron(at: string): string {
  return `${Number(at.slice(3))} * * * *`
}
