import type { PriorityQueue } from './priority-queue.ts'

/** The maximum of statements in flight. Eight keep both threads busy. */
const maxInFlight = 8

/**
 * Counts the statements that were sent to PGlite and not answered yet. A sync tells by the count
 * how many it covers.
 */
export class InFlightCounter {
  readonly #turns: PriorityQueue
  #sent = 0
  #unanswered = 0
  /** Resolves when nothing is in flight, for the caller of `untilEmpty`. */
  #empty: PromiseWithResolvers<void> | null = null
  /** True while the next turn waits for the number in flight. */
  #isHeldBack = false

  constructor(turns: PriorityQueue) {
    this.#turns = turns
  }

  /** The number of statements sent so far. */
  get sent(): number {
    return this.#sent
  }

  /** Counts a sent statement, passes the turn on and returns its number. */
  add(): number {
    this.#sent += 1
    this.#unanswered += 1
    if (this.#unanswered < maxInFlight) this.#turns.pass()
    else this.#isHeldBack = true
    return this.#sent
  }

  /** Counts the answer to the oldest statement. */
  remove(): void {
    this.#unanswered -= 1
    if (this.#unanswered === 0) this.#empty?.resolve()
    if (!this.#isHeldBack) return
    this.#isHeldBack = false
    this.#turns.pass()
  }

  /** Waits, within a turn, until everything is answered. */
  async untilEmpty(): Promise<void> {
    if (this.#unanswered === 0) return
    this.#empty = Promise.withResolvers()
    await this.#empty.promise
    this.#empty = null
  }
}
