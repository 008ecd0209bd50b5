import { z } from 'zod'

export const dailyMessagingSchema = z
  .object({
    DAILY_MESSAGING_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')
      .default('09:00'),
  })
  .transform((env): DailyMessagingSettings => ({ at: env.DAILY_MESSAGING_AT }))

/** When the day's messages go out: `09:00` on the clocks of whom they are for. */
export type DailyMessagingSettings = { at: string }
