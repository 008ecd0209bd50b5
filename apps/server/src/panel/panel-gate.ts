import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where the build puts every script of the panel; see `apps/web/vite.config.ts`. */
export const panelFolder = 'assets/panel/'

const cookieName = 'panel_pass'
const lifetimeMs = 15 * 60 * 1000

export type PanelPass = { cookies: string[]; expiresAt: Date }

/**
 * Opens the panel's scripts and what else is for administrators' browsers to one of them, for a quarter of an hour. A pass is its end and a signature with a key
 * derived from the secret key, so every process of an installation accepts it and none has to remember it.
 */
export class PanelGate {
  readonly #key: Buffer
  readonly #isHttps: boolean
  readonly #paths: readonly string[]

  /** A pass is shown below `paths` alone. */
  constructor({
    secretKey,
    isHttps,
    paths,
  }: { secretKey: string; isHttps: boolean; paths: readonly string[] }) {
    this.#key = createHmac('sha256', secretKey).update('panel pass').digest()
    this.#isHttps = isHttps
    this.#paths = paths
  }

  issue(now: Date): PanelPass {
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const end = String(expiresAt.getTime())
    return { cookies: this.#cookies(`${end}.${this.#sign(end)}`, lifetimeMs / 1000), expiresAt }
  }

  /** The cookies that take a pass away. */
  revoke(): string[] {
    return this.#cookies('', 0)
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

  #cookies(value: string, maxAgeSeconds: number): string[] {
    const attributes = [`Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict']
    const always = [...attributes, ...(this.#isHttps ? ['Secure'] : [])]
    return this.#paths.map((path) => [`${cookieName}=${value}`, `Path=${path}`, ...always].join('; '))
  }
}
