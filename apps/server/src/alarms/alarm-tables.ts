import type { IncidentKind, Moment } from '@app/contracts/incidents'
import type { ColumnType, Generated } from 'kysely'
import type { Channel } from './evaluate-installation.ts'

/** The tables of alarms, made in supabase/migrations. */
declare module '../services/tables.ts' {
  interface ProductTables {
    incidents: IncidentRow
    owner_messages: OwnerMessageRow
    server_errors: { minute: Date; count: number }
    job_beats: { one: Generated<boolean>; beat_at: Date }
  }
}

type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type IncidentRow = {
  kind: IncidentKind
  seen_at: MaybeInstant
  bad_since: MaybeInstant
  opened_at: MaybeInstant
  calm_since: MaybeInstant
  ended_at: MaybeInstant
  reminders: Generated<number>
  returns: Generated<number>
}

export type OwnerMessageRow = {
  /** The drivers read a bigint as text or as a number. */
  id: ColumnType<string | number, never, never>
  channel: Channel
  incident: IncidentKind | null
  moment: Moment | null
  /** Stored as JSON text. */
  facts: ColumnType<unknown, string | undefined, never>
  alert: string | null
  reference: string | null
  created_at: Date
  next_try_at: Date
  tries: Generated<number>
  tried_at: MaybeInstant
  sent_at: MaybeInstant
}
