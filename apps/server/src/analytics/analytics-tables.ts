import type { ColumnType, Generated } from 'kysely'

/** The table of supabase/migrations/*_analytics_events.sql. */
export type AnalyticsTables = { analytics_events: AnalyticsEventRow }

export type AnalyticsEventRow = {
  id: string
  name: string
  distinct_id: string
  is_user: boolean
  /** Written as JSON text. */
  properties: ColumnType<unknown, string, string>
  occurred_at: Date
  created_at: Generated<Date>
}
