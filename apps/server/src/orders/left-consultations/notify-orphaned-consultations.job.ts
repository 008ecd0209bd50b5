import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Tells the owner of paid consultations whose buyers have deleted their accounts. */
export const notifyOrphanedConsultationsJob = defineJob({
  name: 'tell_left_consultations',
  payload: z.object({}),
  doesAll: true,
})
