import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Finds whose day it is and queues their messages. */
export const queueDailyMessagesJob = defineJob({
  name: 'queue_daily_messages',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 3,
  retryDelaySeconds: 30,
  expireInSeconds: 15 * 60,
})

/**
 * Returns when it runs: at the hour of sending, and every ten minutes from there, so that a server
 * that was down at nine sends at half past ten, and a time zone with another hour gets its own nine
 * o'clock.
 */
export function dailyCron(sendAt: string): string {
  return `${Number(sendAt.slice(3)) % 10}-59/10 * * * *`
}
