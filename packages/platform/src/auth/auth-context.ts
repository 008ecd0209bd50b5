import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/trx.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { ResolvedSettings } from '../resolve-settings.ts'
import type { EmailSender } from './delivery/email-sender.ts'
import type { SmsSender } from './delivery/sms-sender.ts'

/** What every use case of auth works with. */
export type AuthContext = {
  db: Db
  keys: KeyRing
  settings: ResolvedSettings
  emailSender: EmailSender
  smsSender: SmsSender
  openLimiter: OpenLimiter
}

/** What a request tells about its sender; `deviceMark` is what its browser keeps of a sign-in, not looked at yet. */
export type Origin = {
  ip: string
  userAgent: string | null
  deviceMark: string | null
  log: FastifyBaseLogger
}
