import type { PostgresError } from '../../http/postgres-error.ts'

/** Nothing of the request was executed, because PGlite was lost before it; it may be repeated. */
export class NotBegunError extends Error implements PostgresError {
  readonly code = '57P02'
  readonly severity = 'ERROR'

  constructor() {
    super('the database was lost before it began this')
  }
}
