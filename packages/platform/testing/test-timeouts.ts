/**
 * Suites wait for one another, and a machine may be slow: a statement may stand still for seconds, and whoever waits behind it
 * for longer; and a PGlite in memory whose statement overstays is lost. Whoever tests a limit sets one of their own.
 */
export const testTimeouts = { longestStatementMs: 60_000, longestWaitMs: 60_000 } as const
