const maxRunsOnPostgres = 200

/**
 * Returns the number of runs of a property: `full` on PGlite, and up to 200 on PostgreSQL, which
 * runs the same code of ours.
 */
export function propertyRuns(full: number): number {
  return process.env.TEST_DATABASE === 'postgres' ? Math.min(full, maxRunsOnPostgres) : full
}
