import type { ColumnType, Generated } from 'kysely'

/** What the server itself takes down; what happens to accounts is written by triggers (see the migration). */
export type AuditAction =
  | 'person_read'
  | 'message_sent_by_hand'
  | 'program_reset'
  | 'messages_triggered'
  | 'sign_in_refused'
  | 'second_factors_reset'

export type AuditEventsTable = {
  id: Generated<string>
  at: Generated<Date>
  action: string
  actor: string | null
  actor_role: 'user' | 'admin' | 'service' | 'server' | 'command' | null
  subject: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
  source: 'accounts' | 'panel' | 'server' | 'command'
}

declare module '../services/tables.ts' {
  interface ProductTables {
    audit_events: AuditEventsTable
  }
}
