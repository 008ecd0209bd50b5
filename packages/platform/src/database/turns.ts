/** By when somebody wants a turn, and whether they keep out of the way of those who are not patient. */
export type Want = { dueAt: number; isPatient: boolean }

type Turn = Want & { begin: () => void }

/** Whoever is not patient comes back soon: a request is several turns, with the request's own work in between. */
const pauseMs = 20

/**
 * One after another on something that only one can use. Whoever wants their turn soonest is next. The patient let a
 * pause go by after everybody else's turn, so that they do not slip in between the turns of one request; once theirs is
 * overdue they do, so that nobody waits for ever.
 */
export class Turns {
  readonly #waiting: Turn[] = []
  #current: Want | null = null
  #pauseUntil = 0
  #timer: NodeJS.Timeout | null = null

  /** `begun` resolves when the turn has come; `pass` ends it. `hurry` asks for it more urgently than was done at first. */
  take(want: Want): { begun: Promise<void>; hurry: (want: Want) => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = { ...want, begin: resolve }
    this.#waiting.push(turn)
    this.#beginNext()
    return {
      begun: promise,
      hurry: ({ dueAt, isPatient }) => {
        turn.dueAt = Math.min(turn.dueAt, dueAt)
        turn.isPatient &&= isPatient
        this.#beginNext()
      },
    }
  }

  /** Ends the turn that was taken. */
  pass(): void {
    if (this.#current?.isPatient === false) this.#pauseUntil = performance.now() + pauseMs
    this.#current = null
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#current || this.#waiting.length === 0) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const now = performance.now()
    const [first, ...others] = this.#waiting.filter(
      ({ isPatient, dueAt }) => !isPatient || dueAt <= now || this.#pauseUntil <= now,
    )
    if (!first) {
      this.#timer = setTimeout(() => this.#beginNext(), this.#pauseUntil - now)
      return
    }
    const next = others.reduce((soonest, turn) => (turn.dueAt < soonest.dueAt ? turn : soonest), first)
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#current = next
    next.begin()
  }
}
