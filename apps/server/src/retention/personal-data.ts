import type { TableDataPolicies } from './personal-data/kept-table.ts'
import { messageDataPolicies } from './personal-data/message-tables.ts'
import { platformTables } from './personal-data/platform-tables.ts'
import { staffDataPolicies } from './personal-data/staff-tables.ts'
import { visitorDataPolicies } from './personal-data/visitor-tables.ts'

/**
 * All tables and columns, with the effect of account deletion and export. A test compares this with
 * the database. Files are in `storage.objects` and the object store. Logs have ids only, and mails
 * are not stored.
 */
export const personalDataPolicies: TableDataPolicies = {
  ...platformTables,
  ...visitorDataPolicies,
  ...messageDataPolicies,
  ...staffDataPolicies,
}

/**
 * The queue's tables hold only ids. They are listed by schema, because the library renames them.
 */
export const queueSchema = 'pgboss'
