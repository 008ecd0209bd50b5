import type { KeptTables } from './personal-data/kept-table.ts'
import { messageTables } from './personal-data/message-tables.ts'
import { platformTables } from './personal-data/platform-tables.ts'
import { staffTables } from './personal-data/staff-tables.ts'
import { visitorTables } from './personal-data/visitor-tables.ts'

/**
 * All tables and columns, with the effect of account deletion and export. A test compares this with
 * the database. Files are in `storage.objects` and the object store. Logs have ids only, and mails
 * are not stored.
 */
export const personalData: KeptTables = {
  ...platformTables,
  ...visitorTables,
  ...messageTables,
  ...staffTables,
}

/**
 * The queue's tables hold only ids. They are listed by schema, because the library renames them.
 */
export const queueSchema = 'pgboss'
