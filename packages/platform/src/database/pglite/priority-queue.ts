/** A request for the resource. Low priority waits for all others. */
export type TurnPriority = { dueAt: number; isLowPriority: boolean }

type QueuedTurn = TurnPriority & { begin: () => void }

/** A request consists of several turns, so low priority waits this long after each of them. */
const lowPriorityPauseMs = 20
/** Low priority gets one turn after this many others, so that it never starves. */
const maxTurnsAhead = 20

/**
 * A queue for a resource that one caller can use at a time. The earliest `dueAt` is next, low
 * priority after all others and after a pause.
 */
export class PriorityQueue {
  readonly #waiting: QueuedTurn[] = []
  #current: TurnPriority | null = null
  #pauseUntil = 0
  #wentAhead = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * Queues a request. `begun` resolves at its turn, `pass` ends it, and `hurry` raises its
   * priority.
   */
  take(want: TurnPriority): { begun: Promise<void>; hurry: (want: TurnPriority) => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = { ...want, begin: resolve }
    this.#waiting.push(turn)
    this.#beginNext()
    return {
      begun: promise,
      hurry: ({ dueAt, isLowPriority }) => {
        turn.dueAt = Math.min(turn.dueAt, dueAt)
        turn.isLowPriority &&= isLowPriority
        this.#beginNext()
      },
    }
  }

  /** Ends the turn that was taken. */
  pass(): void {
    if (this.#current?.isLowPriority) {
      this.#wentAhead = 0
    } else {
      this.#wentAhead += 1
      this.#pauseUntil = performance.now() + lowPriorityPauseMs
    }
    this.#current = null
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#current || this.#waiting.length === 0) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const hurried = soonestTurn(this.#waiting.filter(({ isLowPriority }) => !isLowPriority))
    const patient = soonestTurn(this.#waiting.filter(({ isLowPriority }) => isLowPriority))
    const isOverdue = this.#wentAhead >= maxTurnsAhead
    const next = hurried && !(patient && isOverdue) ? hurried : patient
    if (!next) return
    const pauseMsLeft = this.#pauseUntil - performance.now()
    if (next.isLowPriority && !isOverdue && pauseMsLeft > 0) {
      this.#timer = setTimeout(() => this.#beginNext(), pauseMsLeft)
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#current = next
    next.begin()
  }
}

function soonestTurn(turns: readonly QueuedTurn[]): QueuedTurn | undefined {
  return turns.reduce<QueuedTurn | undefined>(
    (first, turn) => (first && first.dueAt <= turn.dueAt ? first : turn),
    undefined,
  )
}
