import { advanceDelivery, type DeliveryStatus } from '@app/domain/messages/delivery'
import type { SendState, SubscriptionEnd } from '@app/domain/messages/plan-send'
import type { Category, Subcategory } from '@app/domain/result/categories'
import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { hasStoppedMessages } from '../consents/consent-repository.ts'
import type { Tables } from '../services/tables.ts'
import type { MessageKind, MessageRow, ReplyKind } from './message-tables.ts'

/** A message to one person with its state. */
export type Message = {
  id: string
  kind: MessageKind
  contactId: string
  category: Category | null
  subcategory: Subcategory | null
  subscriptionId: string | null
  round: number | null
  day: number | null
  movesProgress: boolean
  recipientName: string | null
  reply: ReplyKind | null
  /** The text of an answer from the desk. */
  text: string | null
  createdAt: Date
  deadline: Date
  status: DeliveryStatus
  /** The time when a copy was accepted; null without one. */
  sentAt: Date | null
  deliveredAt: Date | null
  sendState: SendState
  attempts: number
  resends: number
  unknownSince: Date | null
  mustUseTemplate: boolean
  providerMessageId: string | null
  failedProviderIds: string[]
}

/** A message with whom it is for, as the sender needs them. */
export type AddressedMessage = Message & {
  subscriptionEnd: SubscriptionEnd | null
  /** The clocks that the hours of its morning are read by; null for a message that keeps none. */
  morningIn: string | null
  recipient: {
    phone: string | null
    whatsappUserId: string | null
    /** True when the reader stopped the messages, in WhatsApp or in the cabinet. */
    optedOut: boolean
    lastInboundAt: Date | null
  }
}

export type NewMessage = Insertable<MessageRow>

export async function insertMessage(trx: Transaction<Tables>, message: NewMessage): Promise<string> {
  const { id } = await trx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks the message that has been due longest; null without one. */
export async function lockDueMessage(trx: Transaction<Tables>, now: Date): Promise<AddressedMessage | null> {
  const row = await trx
    .selectFrom('messages')
    .innerJoin('message_contacts', 'message_contacts.id', 'messages.contact_id')
    .selectAll('messages')
    .select(['phone', 'whatsapp_user_id', 'opted_out_at', 'last_inbound_at'])
    .select(hasStoppedMessages.as('has_stopped'))
    .select(subscriptionEnd.as('program_end'))
    .select(
      sql<string | null>`(
        select timezone from public.subscriptions where id = messages.subscription_id and messages.keeps_hours)`.as(
        'morning_in',
      ),
    )
    .where('send_state', '<>', 'done')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate('messages')
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  const { phone, whatsapp_user_id: whatsappUserId, last_inbound_at: lastInboundAt } = row
  // A checklist is asked for by whoever gets it; only the program's messages can be stopped in the
  // cabinet.
  const isSubscription = row.kind === 'daily' || row.kind === 'manual'
  const optedOut = row.opted_out_at !== null || (isSubscription && row.has_stopped)
  const recipient = { phone, whatsappUserId, optedOut, lastInboundAt }
  return { ...toMessage(row), recipient, subscriptionEnd: row.program_end, morningIn: row.morning_in }
}

/**
 * The end of the message's program, read when the message is claimed, because a refund cannot
 * cancel a message in progress. The last message finishes its program, so the order's state counts,
 * too.
 */
const subscriptionEnd = sql<SubscriptionEnd | null>`(
  select case
    when subscriptions.state = 'cancelled' or orders.state = 'refunded' then 'cancelled'
    when subscriptions.round <> messages.round then 'reset'
  end
  from public.subscriptions join public.orders on orders.id = subscriptions.order_id
  where subscriptions.id = messages.subscription_id)`

export async function lockMessage(trx: Transaction<Tables>, id: string): Promise<Message | null> {
  const row = await trx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toMessage(row) : null
}

/** The message that a report of the provider is about: by our own id, which it echoes, or by the provider's. */
export async function lockReportedMessage(
  trx: Transaction<Tables>,
  { ourId, providerMessageId }: { ourId: string | null; providerMessageId: string },
): Promise<Message | null> {
  if (ourId) {
    const message = await lockMessage(trx, ourId)
    if (message) return message
  }
  const row = await trx
    .selectFrom('messages')
    .selectAll()
    .where('provider_message_id', '=', providerMessageId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toMessage(row) : null
}

/** Marks a message as being sent; its process has until `leaseUntil`. */
export function saveSending(
  trx: Transaction<Tables>,
  message: Message,
  { isResend, leaseUntil }: { isResend: boolean; leaseUntil: Date },
): Promise<void> {
  return save(trx, message.id, {
    send_state: 'sending',
    attempts: message.attempts + 1,
    resends: message.resends + (isResend ? 1 : 0),
    unknown_since: null,
    next_attempt_at: leaseUntil,
  })
}

/** Marks a message whose outcome is unknown until `until`. */
export function saveUnknown(
  trx: Transaction<Tables>,
  message: Message,
  now: Date,
  until: Date,
): Promise<void> {
  return save(trx, message.id, {
    send_state: 'unknown',
    unknown_since: message.unknownSince ?? now,
    next_attempt_at: until,
  })
}

/** The message waits to be sent at `at`. `refusedId` is the copy that the provider reported as failed. */
export function saveWaiting(
  trx: Transaction<Tables>,
  message: Message,
  {
    at,
    attempts,
    mustUseTemplate,
    refusedId,
  }: { at: Date; attempts: number; mustUseTemplate: boolean; refusedId: string | null },
): Promise<void> {
  return save(trx, message.id, {
    send_state: 'waiting',
    next_attempt_at: at,
    attempts,
    must_use_template: mustUseTemplate,
    unknown_since: null,
    provider_message_id: null,
    failed_provider_ids: withId(message.failedProviderIds, refusedId),
  })
}

/** The provider accepted the message: there is nothing more to send, and that it was given up before is forgotten. */
export function saveAccepted(
  trx: Transaction<Tables>,
  message: Message,
  providerMessageId: string,
  sentAt: Date,
): Promise<void> {
  return save(trx, message.id, {
    status: message.status === 'failed' ? 'sent' : advanceDelivery(message.status, 'sent'),
    sent_at: sentAt,
    failed_at: null,
    failure: null,
    error_code: null,
    send_state: 'done',
    next_attempt_at: null,
    unknown_since: null,
    provider_message_id: providerMessageId,
  })
}

/** Records another failed copy of a message that was given up. */
export function saveFailedCopy(
  trx: Transaction<Tables>,
  message: Message,
  providerMessageId: string,
): Promise<void> {
  return save(trx, message.id, {
    failed_provider_ids: withId(message.failedProviderIds, providerMessageId),
  })
}

/** The message will not be sent any more. */
export function saveStopped(
  trx: Transaction<Tables>,
  message: Message,
  {
    failure,
    errorCode,
    refusedId,
    now,
  }: { failure: string; errorCode: number | null; refusedId: string | null; now: Date },
): Promise<void> {
  return save(trx, message.id, {
    status: advanceDelivery(message.status, 'failed'),
    failed_at: now,
    failure,
    error_code: errorCode,
    send_state: 'done',
    next_attempt_at: null,
    failed_provider_ids: withId(message.failedProviderIds, refusedId),
  })
}

/** Records a delivery report. */
export async function saveDelivery(
  trx: Transaction<Tables>,
  message: Message,
  status: DeliveryStatus,
  at: Date,
): Promise<void> {
  const next = advanceDelivery(message.status, status)
  if (next === message.status) return
  await save(trx, message.id, {
    status: next,
    ...(next === 'delivered' && { delivered_at: at }),
    // Reading proves the delivery, whose own report may never come.
    ...(next === 'read' && { read_at: at, delivered_at: message.deliveredAt ?? at }),
  })
}

async function save(trx: Transaction<Tables>, id: string, changes: Updateable<MessageRow>): Promise<void> {
  await trx.updateTable('messages').set(changes).where('id', '=', id).execute()
}

function withId(ids: string[], id: string | null): string[] {
  return id && !ids.includes(id) ? [...ids, id] : ids
}

function toMessage(row: Selectable<MessageRow>): Message {
  return {
    id: row.id,
    kind: row.kind,
    contactId: row.contact_id,
    category: row.category,
    subcategory: row.subcategory,
    subscriptionId: row.subscription_id,
    round: row.round,
    day: row.day,
    movesProgress: row.moves_progress,
    recipientName: row.recipient_name,
    reply: row.reply,
    text: row.text,
    createdAt: row.created_at,
    deadline: row.deadline,
    status: row.status,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    sendState: row.send_state,
    attempts: row.attempts,
    resends: row.resends,
    unknownSince: row.unknown_since,
    mustUseTemplate: row.must_use_template,
    providerMessageId: row.provider_message_id,
    failedProviderIds: row.failed_provider_ids,
  }
}
