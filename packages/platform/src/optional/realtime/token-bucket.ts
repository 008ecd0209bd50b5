/** Lets `perSecond` things happen a second, and as many at once after a pause. */
export class TokenBucket {
  readonly #perSecond: number
  #left: number
  #atMs = TokenBucket.nowMs()

  /** The clock of every pace, and of nothing else. */
  static nowMs(): number {
    return performance.now()
  }

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
  }

  /** Whether `count` more may happen now; if not, nothing is counted. */
  take(count = 1): boolean {
    const nowMs = TokenBucket.nowMs()
    this.#left = Math.min(this.#perSecond, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}
