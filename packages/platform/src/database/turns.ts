type Turn = { dueAt: number; begin: () => void }

/**
 * One after another on something that only one can use. Everybody says by when they want their turn, and whoever wants
 * it soonest is next: the hurried overtake the patient, and nobody waits for ever.
 */
export class Turns {
  #isTaken = false
  readonly #waiting: Turn[] = []

  /** Resolves when the turn has come; `pass` ends it. `hurry` asks for it sooner than was said at first. */
  take(dueAt: number): { begun: Promise<void>; hurry: (dueAt: number) => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = { dueAt, begin: resolve }
    if (this.#isTaken) this.#waiting.push(turn)
    else resolve()
    this.#isTaken = true
    return {
      begun: promise,
      hurry: (sooner) => {
        turn.dueAt = Math.min(turn.dueAt, sooner)
      },
    }
  }

  /** Ends the turn that was taken. */
  pass(): void {
    const [first, ...others] = this.#waiting
    if (!first) {
      this.#isTaken = false
      return
    }
    const next = others.reduce((soonest, turn) => (turn.dueAt < soonest.dueAt ? turn : soonest), first)
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    next.begin()
  }
}
