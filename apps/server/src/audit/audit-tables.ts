import type { ColumnType, Generated } from 'kysely'

/** What the server itself takes down; what happens to accounts is written by triggers (see the migration). */
export type AuditAction =
  | 'person_read'
  | 'message_sent_by_hand'
  | 'program_reset'
  | 'messages_triggered'
  | 'sign_in_refused'
  | 'second_factors_reset'
  | 'answers_read'
  | 'person_changed'
  | 'person_exported'
  | 'rows_exported'
  | 'person_erased'
  | 'registry_compared'
  | 'staff_appointed'
  | 'staff_dismissed'

export type AuditEventsTable = {
  id: Generated<string>
  at: Generated<Date>
  action: string
  actor: string | null
  actor_role: 'user' | 'admin' | 'assistant' | 'technician' | 'service' | 'server' | 'command' | null
  subject: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
  source: 'accounts' | 'panel' | 'desk' | 'server' | 'command'
}

declare module '../services/tables.ts' {
  interface ProductTables {
    audit_events: AuditEventsTable
  }
}
