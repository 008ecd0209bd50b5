import { type Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs in the transaction that the caller is in, else in one of its own: so what a use case does, and what its caller writes
 * about it, are there together or not at all.
 */
export function inTransaction<T>(
  db: Kysely<Tables>,
  run: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db instanceof Transaction ? run(db) : db.transaction().execute(run)
}
