import { createHash, randomBytes } from 'node:crypto'

/** Who has shown the service key, in the memory of this process alone: a restart signs everybody out. */
export class StudioSessions {
  /** By the digest of what the browser holds, until when they go on. */
  readonly #endsAt = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Begins a session of so many seconds, and answers with what its browser is to hold. */
  begin(seconds: number): string {
    this.#forgetEnded()
    const token = randomBytes(32).toString('base64url')
    this.#endsAt.set(digest(token), this.#now() + seconds * 1000)
    // Whoever has the key could begin any number of them.
    const [oldest] = this.#endsAt.keys()
    if (this.#endsAt.size > mostSessions && oldest !== undefined) this.#endsAt.delete(oldest)
    return token
  }

  /** When the session ends; null when there is none that goes on. */
  endOf(token: string | null): Date | null {
    const endsAt = token === null ? undefined : this.#endsAt.get(digest(token))
    return endsAt !== undefined && endsAt > this.#now() ? new Date(endsAt) : null
  }

  end(token: string): void {
    this.#endsAt.delete(digest(token))
  }

  #forgetEnded(): void {
    for (const [key, endsAt] of this.#endsAt) if (endsAt <= this.#now()) this.#endsAt.delete(key)
  }
}

const mostSessions = 20

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
