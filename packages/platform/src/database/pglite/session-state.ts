import { cleaning } from '../clean-session.ts'

type Left = 'nothing' | 'settings' | 'anything'

/** What others may have left in PGlite's one session, and what is to be said to clear it away. */
export class SessionState {
  #left: Left = 'nothing'
  /** Whether nothing was said in this turn yet. What follows goes on with what it left itself, as within a `begin` of its own. */
  #isFirst = true

  beginTurn(): void {
    this.#isFirst = true
  }

  /**
   * What to say before that which a turn begins with, and may leave as much as this; null where there is nothing to be cleared away.
   * It counts as said: whoever hears that it failed says so by `doubt`.
   */
  clean(leaves: Left): string | null {
    const left = this.#left
    const isFirst = this.#isFirst
    this.#isFirst = false
    this.#left = isFirst || left === 'nothing' ? leaves : 'anything'
    return isFirst && left !== 'nothing' ? cleaning[left] : null
  }

  /** Nobody knows what is left: what was said to clear it away may not have been heard. */
  doubt(): void {
    this.#left = 'anything'
  }
}
