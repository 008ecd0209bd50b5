import { type Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs in the caller's transaction, or else in a new one. */
export function inTransaction<T>(
  db: Kysely<Tables>,
  run: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db instanceof Transaction ? run(db) : db.transaction().execute(run)
}
