import type { PostgresError } from '../../http/postgres-error.ts'

/** Nothing was done of what was asked, since PGlite or what it kept prepared was lost over what was before it: the same may be asked again. */
export class NotBegunError extends Error implements PostgresError {
  readonly code = '57P02'
  readonly severity = 'ERROR'

  constructor() {
    super('the database was lost before it began this')
  }
}
