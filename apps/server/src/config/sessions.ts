import { z } from 'zod'

const whole = z.coerce.number().int().min(1)
const daySeconds = 24 * 3600

/** Settings of session lifetimes. */
export const sessionsSchema = z
  .object({
    SESSION_IDLE_DAYS: whole.max(365).default(30),
    SESSION_MAX_DAYS: whole.max(3650).default(180),
    ADMIN_SESSION_HOURS: whole.max(720).default(12),
  })
  .transform(
    (env): SessionSettings => ({
      idleSeconds: env.SESSION_IDLE_DAYS * daySeconds,
      maxSeconds: env.SESSION_MAX_DAYS * daySeconds,
      staffSeconds: env.ADMIN_SESSION_HOURS * 3600,
    }),
  )

export type SessionSettings = {
  /** The maximum time without use. */
  idleSeconds: number
  /** The maximum lifetime. */
  maxSeconds: number
  /** The maximum lifetime of staff sessions. */
  staffSeconds: number
}
