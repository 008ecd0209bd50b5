import { errors, type JWTPayload } from 'jose'

/** Tokens whose signature has been checked, so that a client's next request need not have it checked again. */
export class VerifiedTokens {
  readonly #max: number
  readonly #claims = new Map<string, JWTPayload>()

  constructor(max = 1000) {
    this.#max = max
  }

  /** The token's claims, when they are known. @throws {errors.JWTExpired} when its time has passed since. */
  find(token: string): JWTPayload | undefined {
    const claims = this.#claims.get(token)
    if (claims?.exp !== undefined && claims.exp <= Math.floor(Date.now() / 1000)) {
      this.#claims.delete(token)
      throw new errors.JWTExpired('"exp" claim timestamp check failed', claims, 'exp', 'check_failed')
    }
    return claims
  }

  /** Remembers what was found under a valid signature; the token that came first is forgotten for it. */
  add(token: string, claims: JWTPayload): void {
    const [oldest] = this.#claims.keys()
    if (this.#claims.size >= this.#max && oldest !== undefined) this.#claims.delete(oldest)
    this.#claims.set(token, claims)
  }
}
