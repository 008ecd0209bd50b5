import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where the build puts every script of the panel; see `apps/web/vite.config.ts`. */
export const panelFolder = 'assets/panel/'

const cookieName = 'panel_pass'
const lifetimeMs = 15 * 60 * 1000

export type PanelPass = { cookie: string; expiresAt: Date }

/**
 * Opens the panel's scripts to one browser for a quarter of an hour. A pass is its end and a signature with a key
 * derived from the secret key, so every process of an installation accepts it and none has to remember it.
 */
export class PanelGate {
  readonly #key: Buffer
  readonly #isHttps: boolean

  constructor({ secretKey, isHttps }: { secretKey: string; isHttps: boolean }) {
    this.#key = createHmac('sha256', secretKey).update('panel pass').digest()
    this.#isHttps = isHttps
  }

  issue(now: Date): PanelPass {
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const end = String(expiresAt.getTime())
    return { cookie: this.#cookie(`${end}.${this.#sign(end)}`, lifetimeMs / 1000), expiresAt }
  }

  /** The cookie that takes a pass away. */
  revoke(): string {
    return this.#cookie('', 0)
  }

  admits(cookieHeader: string | undefined, now: Date): boolean {
    const pass = cookieHeader?.split(/; */).find((pair) => pair.startsWith(`${cookieName}=`))
    const [end = '', signature = ''] = pass?.slice(cookieName.length + 1).split('.') ?? []
    if (!/^\d{1,16}$/.test(end) || Number(end) <= now.getTime()) return false
    const expected = Buffer.from(this.#sign(end))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #sign(end: string): string {
    return createHmac('sha256', this.#key).update(end).digest('base64url')
  }

  #cookie(value: string, maxAgeSeconds: number): string {
    const attributes = [`Path=/${panelFolder}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict']
    return [`${cookieName}=${value}`, ...attributes, ...(this.#isHttps ? ['Secure'] : [])].join('; ')
  }
}
