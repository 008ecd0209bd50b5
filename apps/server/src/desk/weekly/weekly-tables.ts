import type { ColumnType } from 'kysely'

declare module '../../services/tables.ts' {
  interface ProductTables {
    weekly_mails: {
      /** The drivers read a date differently, so it is only written here, and looked for. */
      monday: ColumnType<string, string, never>
      planned_at: Date
      sent_at: ColumnType<Date | null, undefined, Date>
    }
  }
}
