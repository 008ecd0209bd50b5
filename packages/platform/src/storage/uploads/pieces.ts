/** Bytes that come from elsewhere, taken piece by piece. Where they break off, they end. */
export class Pieces {
  readonly #source: AsyncIterator<Uint8Array>
  #ahead: Uint8Array = new Uint8Array()
  #hasEnded = false

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]()
  }

  /** Whether there are bytes to take; waits for them. */
  async hasMore(): Promise<boolean> {
    while (this.#ahead.length === 0 && !this.#hasEnded) {
      // A connection that breaks off says nothing of what came before.
      const next = await this.#source.next().catch(() => ({ done: true as const, value: undefined }))
      if (next.done) this.#hasEnded = true
      else this.#ahead = next.value
    }
    return this.#ahead.length > 0
  }

  /** The bytes that are next, as they come, and no more than so many. */
  async *take(most: number): AsyncGenerator<Uint8Array> {
    for (let left = most; left > 0 && (await this.hasMore()); ) {
      const piece = this.#ahead.subarray(0, left)
      this.#ahead = this.#ahead.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}
