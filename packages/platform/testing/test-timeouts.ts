/**
 * The timeouts of databases in tests, because suites share a slow machine. A test of a limit sets
 * its own.
 */
export const testTimeouts = { statementTimeoutMs: 60_000, waitTimeoutMs: 60_000 } as const
