import type { ColumnType, Generated } from 'kysely'

/** The tables of backups, made in supabase/migrations. */
declare module '../services/tables.ts' {
  interface ProductTables {
    backups: BackupRow
    backup_watch: { one: Generated<boolean>; since: Date }
  }
}

type Count = ColumnType<string, number | null, never>

type BackupRow = {
  id: Generated<string>
  began_at: Date
  ended_at: Date
  name: string | null
  bytes: Count
  rows: Count
  files: ColumnType<number, number | null, never>
  failure: string | null
}
