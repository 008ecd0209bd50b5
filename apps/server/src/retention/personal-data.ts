import type { KeptTables } from './personal-data/kept-table.ts'
import { messageTables } from './personal-data/message-tables.ts'
import { platformTables } from './personal-data/platform-tables.ts'
import { staffTables } from './personal-data/staff-tables.ts'
import { visitorTables } from './personal-data/visitor-tables.ts'

/**
 * Every table with its columns, and what deleting and exporting an account do to it. A test holds this against the database,
 * so that nobody adds a column without saying what becomes of it.
 *
 * Elsewhere: files of the product are in `storage.objects` by row and in the object store by byte. Logs name ids, never
 * people (`http/logger.ts`). Letters leave by SMTP and are kept nowhere; the sandbox's stand-ins keep theirs in memory.
 */
export const personalData: KeptTables = {
  ...platformTables,
  ...visitorTables,
  ...messageTables,
  ...staffTables,
}

/**
 * The queue's tables hold ids of orders and nothing else about anybody: payloads by type, errors without their words
 * (`jobs/job.ts`, `http/describe-error.ts`). Its library makes and renames tables at will, so they are known by schema.
 */
export const queueSchema = 'pgboss'
