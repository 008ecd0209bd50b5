import type { ConsentAct, ConsentKind } from '@app/domain/consents/consent'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { PlatformTables } from '@app/platform/platform'
import type { ColumnType, Generated } from 'kysely'
import type { AnalyticsTables } from '../analytics/analytics-tables.ts'
import type { AuditTables } from '../audit/audit-tables.ts'
import type { MessageTables } from '../messages/message-tables.ts'
import type { OrderTables } from '../orders/order-tables.ts'

/** The product's tables; their SQL is in supabase/migrations. */
export type ProductTables = OrderTables &
  MessageTables &
  AnalyticsTables &
  AuditTables & {
    quiz_leads: QuizLeadRow
    consents: ConsentRow
  }

/** All that the server's own connection sees. */
export type Tables = PlatformTables & ProductTables

type Json<T> = ColumnType<T, string, string>

export type QuizLeadRow = {
  id: Generated<string>
  user_id: string | null
  created_at: Generated<Date>
  name: string | null
  email: string | null
  phone: string | null
  quiz_answers: Json<unknown>
  category: `${Category}${Subcategory}` | null
  locale: string | null
  country: string | null
  city: string | null
  attempt_id: string | null
  rules_version: string | null
  scores: Json<unknown>
  result_token: string | null
  ownership: Generated<'own' | 'linked' | 'anonymous'>
  confirmed_at: Date | null
}

export type ConsentRow = {
  id: Generated<string>
  lead_id: string | null
  user_id: string | null
  kind: ConsentKind
  act: Generated<ConsentAct>
  version: string
  text_sha256: string
  accepted_at: Generated<Date>
  ip: string | null
  source: string
}
