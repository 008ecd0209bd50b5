import { z } from 'zod'
import { flag, text } from './environment.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Settings of the process as a whole. */
export const generalSchema = z.object({
  NODE_ENV: text.optional(),
  SANDBOX: flag.optional(),
  LOG_LEVEL: z.enum(logLevels).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  WATCHDOG_SECONDS: z.coerce.number().min(0).max(3600).default(30),
})
