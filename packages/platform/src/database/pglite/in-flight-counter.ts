import type { PriorityQueue } from './priority-queue.ts'

/** So many may be on their way at once: enough that neither thread waits for the other to wake up. */
const maxInFlight = 8

/**
 * What was sent to PGlite ahead of the answers to what is before it, and has passed its turn on with that. It is counted, so that a
 * sync can say for how much of it it is.
 */
export class InFlightCounter {
  readonly #turns: PriorityQueue
  #sent = 0
  #unanswered = 0
  /** Resolves when nothing is on its way, for whoever has the turn and waits for that. */
  #arrived: PromiseWithResolvers<void> | null = null
  /** A turn has ended, but goes on only when less is on its way. */
  #isHeldBack = false

  constructor(turns: PriorityQueue) {
    this.#turns = turns
  }

  /** How much was sent so far. */
  get sent(): number {
    return this.#sent
  }

  /** Something goes on its way, as the how manieth: whoever is next may ask, too. */
  add(): number {
    this.#sent += 1
    this.#unanswered += 1
    if (this.#unanswered < maxInFlight) this.#turns.pass()
    else this.#isHeldBack = true
    return this.#sent
  }

  /** What was first on its way is answered. */
  remove(): void {
    this.#unanswered -= 1
    if (this.#unanswered === 0) this.#arrived?.resolve()
    if (!this.#isHeldBack) return
    this.#isHeldBack = false
    this.#turns.pass()
  }

  /** Waits, with the turn, until all is answered, so that nothing depends on what comes of it. */
  async untilEmpty(): Promise<void> {
    if (this.#unanswered === 0) return
    this.#arrived = Promise.withResolvers()
    await this.#arrived.promise
    this.#arrived = null
  }
}
