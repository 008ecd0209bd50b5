import type { PGliteWire } from './pglite-wire.ts'
import type { PriorityQueue, TurnPriority } from './priority-queue.ts'

/**
 * The time that others may go ahead of a sync, so as to share it: as long as the last one took, and
 * no longer than this.
 */
const maxSyncDelayMs = 50

/** Syncs of PGlite's log to the disk, each for everybody who was answered before it. */
export class SharedSyncs {
  readonly #wire: PGliteWire
  readonly #turns: PriorityQueue
  readonly #wantWithin: (ms: number) => TurnPriority
  /** Says that a sync goes on its way, behind all that was asked; answers how much that is. */
  readonly #begin: () => number
  readonly #end: () => void
  /** The sync that is waiting for its turn, and does for everybody who comes before it begins. */
  #next: { done: Promise<void>; hurry: (want: TurnPriority) => void } | null = null
  /** The sync in progress, and the number of requests before it. */
  #current: { done: Promise<void>; covers: number } | null = null
  #tookMs = 0

  constructor(
    wire: PGliteWire,
    turns: PriorityQueue,
    on: { wantWithin: (ms: number) => TurnPriority; begin: () => number; end: () => void },
  ) {
    this.#wire = wire
    this.#turns = turns
    this.#wantWithin = on.wantWithin
    this.#begin = on.begin
    this.#end = on.end
  }

  /** Resolves when all is safe from a power cut that was answered to whoever asked as the `nth`. */
  settle(nth: number): Promise<void> {
    if (!this.#wire.isUnsynced) return Promise.resolve()
    if (this.#current && nth <= this.#current.covers) return this.#current.done
    this.#next ??= this.#take()
    this.#next.hurry(this.#wantWithin(Math.min(this.#tookMs, maxSyncDelayMs)))
    return this.#next.done
  }

  #take(): { done: Promise<void>; hurry: (want: TurnPriority) => void } {
    const { begun, hurry } = this.#turns.take({ dueAt: Number.POSITIVE_INFINITY, isLowPriority: true })
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const sync = async () => {
      await begun
      this.#next = null
      const current = { done, covers: this.#begin() }
      this.#current = current
      const startedAt = performance.now()
      try {
        await this.#wire.sync()
      } finally {
        this.#tookMs = performance.now() - startedAt
        if (this.#current === current) this.#current = null
        this.#end()
      }
    }
    sync().then(resolve, reject)
    return { done, hurry }
  }
}
