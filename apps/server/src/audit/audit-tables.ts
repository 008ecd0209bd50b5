import type { ColumnType, Generated } from 'kysely'

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

type StaffHistoryTable = {
  id: Generated<string>
  user_id: string
  email: string | null
  role: 'admin' | 'assistant' | 'technician' | null
  since: Generated<Date>
}

declare module '../services/tables.ts' {
  interface ProductTables {
    audit_events: AuditEventsTable
    staff_history: StaffHistoryTable
  }
}
