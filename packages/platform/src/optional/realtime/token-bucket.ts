/** A token bucket: `perSecond` tokens a second, and as many at once after a pause. */
export class TokenBucket {
  readonly #perSecond: number
  #left: number
  #atMs = TokenBucket.nowMs()

  /** The clock of all buckets, so that tests can replace it. */
  static nowMs(): number {
    return performance.now()
  }

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
  }

  /** Takes `count` tokens. Returns false, and takes none, when there are fewer. */
  take(count = 1): boolean {
    const nowMs = TokenBucket.nowMs()
    this.#left = Math.min(this.#perSecond, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}
