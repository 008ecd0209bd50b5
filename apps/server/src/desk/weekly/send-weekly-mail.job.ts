import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Mails the owner the figures of the week that began on a Monday. */
export const sendWeeklyMailJob = defineJob({
  name: 'send_weekly_mail',
  payload: z.object({ monday: z.iso.date() }),
})
