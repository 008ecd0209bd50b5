import { createHmac, timingSafeEqual } from 'node:crypto'
import { hasPermission, type StaffPermission, type StaffRole, staffRoles } from '@app/domain/auth/roles'
import { sessionIdOf } from '../http/session-proof.ts'
import type { Staff } from '../http/staff.ts'

/** The folders of staff scripts and their permissions; see `apps/web/vite.config.ts`. */
export const staffFolders = [
  ['assets/panel/', 'technics'],
  ['assets/desk/', 'desk'],
] as const satisfies [string, StaffPermission][]

const cookieName = 'panel_pass'
const lifetimeMs = 15 * 60 * 1000
/** The session id in the pass of a program that uses the service key. */
const noSession = '-'

/** The holder of a pass: a role and its session; no session for the service key. */
export type PassHolder = { role: StaffRole; sessionId: string | null }

export type PanelPass = { cookies: string[]; expiresAt: Date }

type GateOptions = {
  secretKey: string
  isHttps: boolean
  /** A pass is shown below these alone. */
  paths: readonly string[]
  /**
   * Returns true when a session goes on and its user has that role; asked of a pass that is genuine
   * and still good.
   */
  isOpen: (sessionId: string, role: StaffRole) => Promise<boolean>
}

/**
 * Issues and checks cookies that open the scripts of the desk and the panel for a quarter of an
 * hour, at most as long as the session. A pass is signed with a key derived from the secret key, so
 * that all processes accept it.
 */
export class PanelGate {
  readonly #key: Buffer
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#key = createHmac('sha256', options.secretKey).update('panel pass').digest()
    this.#options = options
  }

  /** Issues a pass. */
  issue({ role, sessionId }: PassHolder, now: Date): PanelPass {
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const claim = `${expiresAt.getTime()}.${role}.${sessionId ?? noSession}`
    return { cookies: this.#cookies(`${claim}.${this.#sign(claim)}`, lifetimeMs / 1000), expiresAt }
  }

  /** Returns cookies that delete the pass. */
  revoke(): string[] {
    return this.#cookies('', 0)
  }

  /** Returns true when whoever sends these cookies bears a good pass to what needs that. */
  async admits(
    cookieHeader: string | undefined,
    { needs, now }: { needs: StaffPermission; now: Date },
  ): Promise<boolean> {
    const pass = cookieHeader?.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`))
    const [end = '', named = '', sessionId = '', signature = ''] =
      pass?.slice(cookieName.length + 1).split('.') ?? []
    if (!/^\d{1,16}$/.test(end) || Number(end) <= now.getTime()) return false
    const expected = Buffer.from(this.#sign(`${end}.${named}.${sessionId}`))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    const role = staffRoles.find((each) => each === named)
    if (!role || !hasPermission(role, needs)) return false
    return sessionId === noSession || this.#options.isOpen(sessionId, role)
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.#key).update(claim).digest('base64url')
  }

  #cookies(value: string, maxAgeSeconds: number): string[] {
    const { isHttps, paths } = this.#options
    const attributes = [`Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict']
    const always = [...attributes, ...(isHttps ? ['Secure'] : [])]
    return paths.map((path) => [`${cookieName}=${value}`, `Path=${path}`, ...always].join('; '))
  }
}

/** Returns the holder of a pass for the staff let through with this `Authorization`. */
export function holderOf({ role }: Staff, authorization = ''): PassHolder {
  return { role, sessionId: sessionIdOf(authorization.replace(/^Bearer /i, '')) }
}
