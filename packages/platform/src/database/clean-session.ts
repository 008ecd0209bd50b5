/**
 * Resets what functions, triggers and policies may leave in a shared session, such as
 * `set_config(…, false)`. Roles are reset separately, because `reset all` keeps them. It runs
 * before a transaction, so that a read-only one stays so.
 */
const resetSettings = 'set session authorization default; reset role; reset all'

/** Drops temporary tables and cursors. */
const dropTemporary = 'discard temp; close all'

export const cleanupStatements = {
  /** After read-only work. */
  settings: resetSettings,
  /** After other work, on the only connection. */
  anything: `${resetSettings}; ${dropTemporary}`,
  /** The same on one connection of many, where locks of a session keep out the others. */
  ofMany: `${resetSettings}; ${dropTemporary}; select pg_advisory_unlock_all()`,
} as const

/** Keywords that precede a bracket without being a function call. */
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
