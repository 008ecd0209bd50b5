/** An error that PostgreSQL reported, whichever driver brought it. */
export type PostgresError = Error & { code: string; detail?: string; hint?: string; constraint?: string }

/** An error in PostgreSQL's terms for what it could not say itself. */
export function databaseRefusal(code: string, message: string): PostgresError {
  return Object.assign(new Error(message), { severity: 'ERROR', code })
}

export function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'code' in error &&
    /^[0-9A-Z]{5}$/.test(String(error.code)) &&
    'severity' in error
  )
}

/**
 * Returns true when PostgreSQL refused a value as such (class 22, data exception): the sender's
 * mistake, not ours.
 */
export function isBadValue(error: unknown): error is PostgresError {
  return isPostgresError(error) && error.code.startsWith('22')
}

export function isUniqueViolation(error: unknown): error is PostgresError {
  return isPostgresError(error) && error.code === '23505'
}

/** Codes of an unavailable database: full, starting, stopping, or a cancelled statement. */
const connectionLossPattern = /^(08|53|57P0[1-5]|57014)/

/**
 * Returns true when the database could not answer now: the same request may be answered in a
 * moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isPostgresError(error) && isDatabaseAwayCode(error.code)
}

/** Returns true when a code means an unavailable database. */
export function isDatabaseAwayCode(code: unknown): boolean {
  return typeof code === 'string' && code.length === 5 && connectionLossPattern.test(code)
}

/** A deadlock, a conflict, a lock that others held for too long. */
const contentionCodes: readonly string[] = ['40P01', '40001', '55P03']

/**
 * Returns whether the database is away, or others were in the way: nothing of the transaction was
 * done, and the same may be asked again.
 */
export function isTransient(error: unknown): boolean {
  return isDatabaseAway(error) || isContention(error)
}

/** Returns true for lock conflicts, which indicate a wrong lock order and should be logged. */
export function isContention(error: unknown): boolean {
  return isPostgresError(error) && contentionCodes.includes(error.code)
}
