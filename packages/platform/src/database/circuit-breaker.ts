import { silentConnectionError } from './bounded-client.ts'

/** The breaker stays open for this long before one call probes the server. */
const probeIntervalMs = 1_000

/**
 * A circuit breaker for a server that does not answer. While it is open, one call at a time probes
 * the server and all others fail at once.
 */
export class CircuitBreaker {
  /** The number of times that the breaker has opened. */
  openings = 0
  #until: number | null = null
  #isAsking = false
  readonly #whenOver: (() => void)[] = []

  /** Calls `hear` when the breaker closes. */
  onClose(hear: () => void): void {
    this.#whenOver.push(hear)
  }

  /** Opens the breaker. */
  open(): void {
    if (this.#until === null) this.openings += 1
    this.#until = performance.now() + probeIntervalMs
  }

  /** Runs the call, or throws while the breaker is open. */
  async call<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#until === null) return ask()
    if (this.#isAsking || performance.now() < this.#until) throw silentConnectionError()
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
