import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import type { ColumnType, Generated } from 'kysely'

declare module '../services/tables.ts' {
  interface ProductTables {
    subscriptions: SubscriptionRow
  }
}

type SubscriptionRow = {
  id: Generated<string>
  order_id: string
  /** Replaces the order's phone; null when they are equal. */
  phone: string | null
  current_day: Generated<number>
  state: Generated<SubscriptionState>
  /** The drivers read a date differently, so it is only written here. */
  started_on: ColumnType<unknown, string, string>
  timezone: string
  /** The progress of daily messages. */
  last_sent_on: ColumnType<unknown, string | null | undefined, string | null>
  round: Generated<number>
  /** The time of the owner's pause. */
  paused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The number that WhatsApp gave a day back for; it counts while the program writes there. */
  unreached_contact_id: ColumnType<string | null, string | null | undefined, string | null>
  begun_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
