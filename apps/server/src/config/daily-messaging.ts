import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import { z } from 'zod'
import { clockTime } from './environment.ts'

export const dailyMessagingSchema = z
  .object({
    DAILY_MESSAGING_AT: clockTime.default('09:00'),
    DAILY_MESSAGING_UNTIL: clockTime.default('12:00'),
  })
  .refine((env) => env.DAILY_MESSAGING_UNTIL > env.DAILY_MESSAGING_AT, {
    path: ['DAILY_MESSAGING_UNTIL'],
    message: 'must be later than DAILY_MESSAGING_AT, on the same day',
  })
  .transform(
    (env): DailyMessagingSettings => ({
      sendAt: env.DAILY_MESSAGING_AT,
      sendUntil: env.DAILY_MESSAGING_UNTIL,
    }),
  )

/** The hours of daily messages, in the recipient's time zone. */
export type DailyMessagingSettings = MorningHours
