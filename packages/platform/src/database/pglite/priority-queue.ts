/** A request for the resource. Low priority waits for all others. */
export type Want = { dueAt: number; isLowPriority: boolean }

type Turn = Want & { begin: () => void }

/** A request consists of several turns, so low priority waits this long after each of them. */
const pauseMs = 20
/** Low priority gets one turn after this many others, so that it never starves. */
const turnsAhead = 20

/**
 * A queue for a resource that one caller can use at a time. The earliest `dueAt` is next, low
 * priority after all others and after a pause.
 */
export class PriorityQueue {
  readonly #waiting: Turn[] = []
  #current: Want | null = null
  #pauseUntil = 0
  #wentAhead = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * Queues a request. `begun` resolves at its turn, `pass` ends it, and `hurry` raises its
   * priority.
   */
  take(want: Want): { begun: Promise<void>; hurry: (want: Want) => void } {
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
      this.#pauseUntil = performance.now() + pauseMs
    }
    this.#current = null
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#current || this.#waiting.length === 0) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const hurried = soonest(this.#waiting.filter(({ isLowPriority }) => !isLowPriority))
    const patient = soonest(this.#waiting.filter(({ isLowPriority }) => isLowPriority))
    const isOverdue = this.#wentAhead >= turnsAhead
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

function soonest(turns: readonly Turn[]): Turn | undefined {
  return turns.reduce<Turn | undefined>(
    (first, turn) => (first && first.dueAt <= turn.dueAt ? first : turn),
    undefined,
  )
}
