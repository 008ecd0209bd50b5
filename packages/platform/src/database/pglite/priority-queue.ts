/** By when somebody wants a turn, and whether they keep out of the way of those who are not patient. */
export type Want = { dueAt: number; isLowPriority: boolean }

type Turn = Want & { begin: () => void }

/** Whoever is not patient comes back soon: a request is several turns, with the request's own work in between. */
const pauseMs = 20
/** However many others there are, one of the patient has a turn after so many of theirs. */
const turnsAhead = 20

/**
 * One after another on something that only one can use. Whoever wants their turn soonest is next. The patient come after
 * everybody else, and let a pause go by after everybody else's turn, so that they do not slip in between the turns of one
 * request; but one of them has a turn every now and then, so that nobody waits for ever.
 */
export class PriorityQueue {
  readonly #waiting: Turn[] = []
  #current: Want | null = null
  #pauseUntil = 0
  #wentAhead = 0
  #timer: NodeJS.Timeout | null = null

  /** `begun` resolves when the turn has come; `pass` ends it. `hurry` asks for it more urgently than was done at first. */
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
