import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/trx.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { ResolvedSettings } from '../settings.ts'
import type { EmailSender } from './delivery/email-sender.ts'

/** The services of all auth use cases. */
export type AuthContext = {
  db: Db
  keys: KeyRing
  settings: ResolvedSettings
  emailSender: EmailSender
  openLimiter: OpenLimiter
}

/** Describes a request's sender; `deviceCookieValue` is the cookie of a known device, not checked yet. */
export type Origin = {
  ip: string
  userAgent: string | null
  deviceCookieValue: string | null
  log: FastifyBaseLogger
}
