import { z } from 'zod'

export const dailyMessagingSchema = z
  .object({
    DAILY_MESSAGING_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')
      .default('09:00'),
    DAILY_MESSAGING_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Almaty').default('Asia/Almaty'),
  })
  .transform((env): DailyMessagingSettings => ({ at: env.DAILY_MESSAGING_AT, zone: env.DAILY_MESSAGING_ZONE }))

/** When the day's messages go out: `09:00` on the clocks of `zone`. */
export type DailyMessagingSettings = { at: string; zone: string }

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
