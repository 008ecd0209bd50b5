import type { ChecklistStanding } from '@app/domain/messages/checklist-room'
import type { InboundCommand } from '@app/domain/messages/command'
import type { DeliveryStatus } from '@app/domain/messages/delivery'
import type { SendState } from '@app/domain/messages/plan-send'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { ColumnType, Generated } from 'kysely'

/** The tables of messages, made in supabase/migrations. */
declare module '../services/tables.ts' {
  interface ProductTables {
    message_contacts: MessageContactRow
    messages: MessageRow
    erased_checklists: ErasedChecklistRow
    message_calls: MessageCallRow
    message_events: MessageEventRow
    inbound_messages: InboundMessageRow
    message_channels: MessageChannelRow
  }
}

type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type MessageContactRow = {
  id: Generated<string>
  phone: string | null
  wa_id: string | null
  whatsapp_user_id: string | null
  last_inbound_at: MaybeInstant
  opted_out_at: MaybeInstant
  /** The staff marked all messages until this time as answered. */
  answered_at: MaybeInstant
  command_at: MaybeInstant
  created_at: Generated<Date>
}

/** `reply` answers СТОП and СТАРТ by itself; an `answer` was written at the desk. */
export type MessageKind = 'checklist' | 'daily' | 'manual' | 'reply' | 'answer'
export type ReplyKind = 'opted_out' | 'opted_in'

export type MessageRow = {
  id: Generated<string>
  kind: MessageKind
  contact_id: string
  user_id: string | null
  category: Category | null
  subcategory: Subcategory | null
  subscription_id: string | null
  round: number | null
  day: number | null
  moves_progress: Generated<boolean>
  recipient_name: string | null
  reply: ReplyKind | null
  /** The text of an answer; other messages are composed when they are sent. */
  text: string | null
  created_at: Generated<Date>
  deadline: Date
  status: Generated<DeliveryStatus>
  sent_at: MaybeInstant
  delivered_at: MaybeInstant
  read_at: MaybeInstant
  failed_at: MaybeInstant
  failure: string | null
  error_code: number | null
  send_state: Generated<SendState>
  next_attempt_at: MaybeInstant
  attempts: Generated<number>
  resends: Generated<number>
  unknown_since: MaybeInstant
  must_use_template: Generated<boolean>
  /** True for messages that are sent only in the morning hours. */
  keeps_hours: Generated<boolean>
  provider_message_id: string | null
  asked_as: ChecklistStanding | null
  asked_from: string | null
  failed_provider_ids: ColumnType<string[], string[] | undefined, string[]>
}

/** The counted fields of a deleted account's checklists, which the database fills. */
type ErasedChecklistRow = {
  /** The drivers read a bigint as text or as a number. */
  id: ColumnType<string | number, never, never>
  number_digest: string | null
  asked_as: ChecklistStanding | null
  asked_from: string | null
  status: DeliveryStatus
  failure: string | null
  created_at: Date
}

type MessageCallRow = {
  /** The drivers read a bigint as text or as a number. */
  id: ColumnType<string | number, never, never>
  provider: string
  body: ColumnType<Uint8Array, Uint8Array, never>
  body_sha256: string
  received_at: Generated<Date>
  items_done: Generated<number>
  read_at: MaybeInstant
  tries: Generated<number>
  names_done: Generated<number>
  named_at: MaybeInstant
}

type MessageEventRow = {
  /** The drivers read a bigint as text or as a number. */
  id: ColumnType<string | number, never, never>
  provider: string
  event_key: string
  /** Stored as JSON text. */
  payload: ColumnType<unknown, string, string>
  received_at: Generated<Date>
  handled_at: MaybeInstant
  tries: Generated<number>
}

type InboundMessageRow = {
  id: Generated<string>
  contact_id: string
  provider_message_id: string
  type: string
  text: string | null
  /** The command in the message; such messages need no answer. */
  command: ColumnType<InboundCommand | null, InboundCommand | null | undefined>
  written_at: Date
  received_at: Generated<Date>
}

type MessageChannelRow = {
  provider: string
  paused_until: MaybeInstant
  pause_code: number | null
  template_refused_at: MaybeInstant
  undelivered_at: MaybeInstant
}
