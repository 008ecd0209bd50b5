import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Reports paid consultations of deleted buyers to the owner. */
export const notifyOrphanedConsultationsJob = defineJob({
  name: 'tell_left_consultations',
  payload: z.object({}),
  doesAll: true,
})
