/**
 * What functions, triggers and policies leave behind in the session that they run in, unless they take care: `set` without
 * `local` and `set_config(…, false)` outlive their transaction. Requests share sessions, so each is to find what the session
 * was opened with. The roles come first, since `reset all` leaves them alone, and both of them, since older servers need it.
 *
 * To be said before a transaction and not in it: one that begins as one that only reads stays so.
 */
const resetSettings = 'set session authorization default; reset role; reset all'

/** What else may stay of what writes: temporary tables, which come before others of their name, and cursors. */
const dropTemporary = 'discard temp; close all'

export const cleanupStatements = {
  /** After what only read. */
  settings: resetSettings,
  /** After anything else, on the only connection that there is. */
  anything: `${resetSettings}; ${dropTemporary}`,
  /** The same on one connection of many, where locks of a session keep out the others. */
  ofMany: `${resetSettings}; ${dropTemporary}; select pg_advisory_unlock_all()`,
} as const

/** What a bracket may follow without a call of a function that may write or set something. */
const safeKeywordsBeforeParen =
  /(?<![\w.$"])(select|from|where|and|or|not|in|exists|any|all|on|as|by|when|then|else|join|lateral|platform\.require_session)\s*\(/gi
const callPattern = /[^\s(,=<>+|]\s*\(/
const sideEffectPattern = /;|\binto\b/i

/**
 * Tells if a statement outside of a transaction is certain to leave the session unchanged. A
 * doubtful one counts as unsafe, which costs one cleaning.
 */
export function isSessionSafe(text: string): boolean {
  return (
    /^\s*select\b/i.test(text) &&
    !sideEffectPattern.test(text) &&
    !callPattern.test(text.replace(safeKeywordsBeforeParen, ',('))
  )
}
