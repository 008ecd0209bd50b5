import { z } from 'zod'
import { clockTime } from './environment.ts'

export const dailyMessagingSchema = z
  .object({
    DAILY_MESSAGING_AT: clockTime.default('09:00'),
  })
  .transform((env): DailyMessagingSettings => ({ at: env.DAILY_MESSAGING_AT }))

/** When the day's messages go out: `09:00` on the clocks of whom they are for. */
export type DailyMessagingSettings = { at: string }
