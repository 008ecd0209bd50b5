import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where the build puts every script of the panel; see `apps/web/vite.config.ts`. */
export const panelFolder = 'assets/panel/'

const cookieName = 'panel_pass'
const lifetimeMs = 15 * 60 * 1000
/** Stands in the pass of a program that bears the service key. */
const noSession = '-'

export type PanelPass = { cookies: string[]; expiresAt: Date }

type GateOptions = {
  secretKey: string
  isHttps: boolean
  /** A pass is shown below these alone. */
  paths: readonly string[]
  /** Whether a session goes on and is an administrator's; asked of a pass that is genuine and still good. */
  isOpen: (sessionId: string) => Promise<boolean>
}

/**
 * Opens the panel's scripts and what else is for administrators' browsers to one of them, for a quarter of an hour and no longer
 * than their session. A pass is its end, its session and a signature with a key derived from the secret key, so every process of
 * an installation accepts it and none has to remember it.
 */
export class PanelGate {
  readonly #key: Buffer
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#key = createHmac('sha256', options.secretKey).update('panel pass').digest()
    this.#options = options
  }

  /** A pass for whoever was let through in this session; null for the service key. */
  issue(sessionId: string | null, now: Date): PanelPass {
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const claim = `${expiresAt.getTime()}.${sessionId ?? noSession}`
    return { cookies: this.#cookies(`${claim}.${this.#sign(claim)}`, lifetimeMs / 1000), expiresAt }
  }

  /** The cookies that take a pass away. */
  revoke(): string[] {
    return this.#cookies('', 0)
  }

  async admits(cookieHeader: string | undefined, now: Date): Promise<boolean> {
    const pass = cookieHeader?.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`))
    const [end = '', sessionId = '', signature = ''] = pass?.slice(cookieName.length + 1).split('.') ?? []
    if (!/^\d{1,16}$/.test(end) || Number(end) <= now.getTime()) return false
    const expected = Buffer.from(this.#sign(`${end}.${sessionId}`))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    return sessionId === noSession || this.#options.isOpen(sessionId)
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
