import { truncateAll as truncate } from '@app/platform/testing/truncate-all'
import type { Kysely } from 'kysely'

/** Empties every table of people and of the product, and keeps its keys and switches. */
export function truncateAll<Tables>(db: Kysely<Tables>): Promise<void> {
  return truncate(db, ['message_opt_out_key', 'analytics_switches'])
}
