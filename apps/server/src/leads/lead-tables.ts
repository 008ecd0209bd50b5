import type { StoredCategory } from '@app/domain/result/categories'
import type { ColumnType, Generated } from 'kysely'

declare module '../services/tables.ts' {
  interface ProductTables {
    quiz_leads: QuizLeadRow
    trapped_leads: TrappedLeadRow
  }
}

type Json<T> = ColumnType<T, string, string>

export type QuizLeadRow = {
  id: Generated<string>
  user_id: string | null
  created_at: Generated<Date>
  name: string | null
  email: string | null
  phone: string | null
  quiz_answers: Json<unknown>
  category: StoredCategory | null
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

type TrappedLeadRow = {
  id: Generated<string>
  attempt_id: string
  attempt: Json<unknown>
  user_id: string | null
  result_token: string
  created_at: Generated<Date>
}
