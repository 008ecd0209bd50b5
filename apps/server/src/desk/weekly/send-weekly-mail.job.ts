import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Tells the owner what the week that began on a Monday came to. */
export const sendWeeklyMailJob = defineJob({
  name: 'send_weekly_mail',
  payload: z.object({ monday: z.iso.date() }),
})
