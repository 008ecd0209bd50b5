import type { ColumnType, Generated } from 'kysely'

/** The tables of analytics, made in supabase/migrations. */
declare module '../services/tables.ts' {
  interface ProductTables {
    analytics_events: AnalyticsEventRow
    analytics_erasures: { user_id: string; asked_at: Generated<Date> }
    analytics_switches: { one: Generated<boolean>; erases_people: boolean }
  }
}

type AnalyticsEventRow = {
  id: string
  name: string
  distinct_id: string
  is_user: boolean
  /** Stored as JSON text. */
  properties: ColumnType<unknown, string, string>
  occurred_at: Date
  created_at: Generated<Date>
}
