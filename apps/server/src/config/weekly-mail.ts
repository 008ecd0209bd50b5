import { z } from 'zod'
import { clockTime } from './environment.ts'

export const weeklyMailSchema = z
  .object({
    WEEKLY_MAIL_AT: z
      .union([clockTime, z.literal('off')], 'must be a time such as 08:00, or off')
      .default('08:00'),
  })
  .transform((env): WeeklyMailSettings => ({ at: env.WEEKLY_MAIL_AT === 'off' ? null : env.WEEKLY_MAIL_AT }))

/** From when on a Monday of Almaty the owner is told of the week before; null for never. */
export type WeeklyMailSettings = { at: string | null }
