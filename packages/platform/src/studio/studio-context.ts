import type { AuthContext } from '../auth/auth-context.ts'
import type { StudioSettings } from '../settings.ts'
import type { Address } from './gate/guard.ts'
import type { RequestLog } from './logs/request-log.ts'
import type { StudioSessions } from './sessions/studio-sessions.ts'

/** What Studio's routes work with. */
export type StudioContext = Pick<AuthContext, 'db' | 'keys' | 'openLimiter'> & {
  settings: StudioSettings
  /** Auth's own, which knows the claims that users are given. */
  auth: AuthContext
  /** The schemas that rest/v1 exposes. */
  schemas: readonly string[]
  address: Address
  sessions: StudioSessions
  log: RequestLog
  /** The path on this server that the services lie under. */
  services: string
}
