import { silent } from './bounded-client.ts'

/** So long nobody asks a server that has answered nothing. */
const pauseMs = 1_000

/**
 * Whether a server answers at all. From when it did not until it does again one at a time asks it, and everybody else is refused
 * at once: a request that waits for its turn in vain once does not wait again at its next step.
 */
export class CircuitBreaker {
  /** How often it has begun. */
  openings = 0
  #until: number | null = null
  #isAsking = false
  readonly #whenOver: (() => void)[] = []

  /** Calls `hear` whenever the server answers again. */
  onClose(hear: () => void): void {
    this.#whenOver.push(hear)
  }

  /** The server has answered nothing. */
  open(): void {
    if (this.#until === null) this.openings += 1
    this.#until = performance.now() + pauseMs
  }

  /** Does what asks the server, unless it is known to be silent. */
  async call<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#until === null) return ask()
    if (this.#isAsking || performance.now() < this.#until) throw silent()
    this.#isAsking = true
    try {
      const result = await ask()
      this.#until = null
      for (const hear of this.#whenOver) hear()
      return result
    } catch (error) {
      this.open()
      throw error
    } finally {
      this.#isAsking = false
    }
  }
}
