import { cleanupStatements } from '../clean-session.ts'

type SessionChange = 'nothing' | 'settings' | 'anything'

/** Tracks what statements may have left in the one session of PGlite, and how to clean it. */
export class SessionState {
  #left: SessionChange = 'nothing'
  /** True until the first statement of a turn. */
  #isFirst = true

  beginTurn(): void {
    this.#isFirst = true
  }

  /**
   * Returns the SQL that cleans the session before this statement, or null when it is clean. The
   * caller reports a failed cleaning by `doubt`.
   */
  clean(leaves: SessionChange): string | null {
    const left = this.#left
    const isFirst = this.#isFirst
    this.#isFirst = false
    this.#left = isFirst || left === 'nothing' ? leaves : 'anything'
    return isFirst && left !== 'nothing' ? cleanupStatements[left] : null
  }

  /** Marks the session as unclean, because the cleaning may have failed. */
  doubt(): void {
    this.#left = 'anything'
  }
}
