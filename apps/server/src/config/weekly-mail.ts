import { z } from 'zod'
import { clockTime } from './environment.ts'

export const weeklyMailSchema = z
  .object({
    WEEKLY_MAIL_AT: z
      .union([clockTime, z.literal('off')], 'must be a time such as 08:00, or off')
      .default('08:00'),
  })
  .transform((env): WeeklyMailSettings => ({ at: env.WEEKLY_MAIL_AT === 'off' ? null : env.WEEKLY_MAIL_AT }))

/** The time on Mondays, in Almaty, of the weekly mail; null for never. */
export type WeeklyMailSettings = { at: string | null }
