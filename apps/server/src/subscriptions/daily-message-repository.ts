import type { Category, Subcategory } from '@app/domain/result/categories'
import {
  type Insertable,
  type Kysely,
  sql,
  type Transaction,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { MessageRow } from '../messages/message-tables.ts'
import type { Tables } from '../services/tables.ts'

/** The message of one day of one program. */
export type DayMessage = {
  subscriptionId: string
  userId: string | null
  recipientName: string | null
  contactId: string
  category: Category
  subcategory: Subcategory | null
  round: number
  day: number
}

/** A paid message is worth sending for days: the next one waits for it. */
const maxDelayMs = 72 * 3_600_000

/** Failures after which the next morning may try the same day again. A number that is not reached holds its program, until it is mended. */
const retryableFailures = ['opted_out', 'expired', 'template', 'paused', 'recipient']

/** A message that was asked for and never answered: without a report by the next morning it was lost. */
const lostAfterMs = 12 * 3_600_000

/**
 * Queues the messages of days and returns them. An existing message is not queued twice; a failed
 * one is revived when the failure is temporary, when half a day passed without a report, when the
 * phone changed, or with `reviveAll`.
 */
export async function queueDayMessages(
  trx: Transaction<Tables>,
  messages: readonly DayMessage[],
  { now, reviveAll, morningOnly }: { now: Date; reviveAll: boolean; morningOnly: boolean },
): Promise<{ id: string; subscriptionId: string | null }[]> {
  if (messages.length === 0) return []
  const heardBy = new Date(now.getTime() - lostAfterMs)
  return trx
    .insertInto('messages')
    .values(messages.map((message) => ({ ...toRow(message, now), keeps_hours: morningOnly })))
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'round', 'day'])
        .where(sql<boolean>`kind = 'daily'`)
        .doUpdateSet(({ ref }) => ({
          contact_id: ref('excluded.contact_id'),
          deadline: ref('excluded.deadline'),
          next_attempt_at: ref('excluded.next_attempt_at'),
          keeps_hours: ref('excluded.keeps_hours'),
          ...unsentColumns,
        }))
        .where('messages.status', '=', 'failed')
        .where('messages.send_state', '=', 'done')
        .where(({ and, eb, or, ref }) =>
          or([
            eb(sql<boolean>`${reviveAll}::boolean`, '=', true),
            eb('messages.failure', 'in', retryableFailures),
            and([eb('messages.failure', '=', 'unanswered'), eb('messages.failed_at', '<', heardBy)]),
            eb('messages.contact_id', '<>', ref('excluded.contact_id')),
          ]),
        ),
    )
    .returning(['id', 'subscription_id as subscriptionId'])
    .execute()
}

const unsentColumns = {
  status: 'queued',
  send_state: 'waiting',
  attempts: 0,
  resends: 0,
  must_use_template: false,
  provider_message_id: null,
  failure: null,
  error_code: null,
  failed_at: null,
} as const

/** Gives up what waits of a program, because it began again, was halted or ended; what is with the provider already goes its way. */
export async function stopWaitingDays(
  trx: Transaction<Tables>,
  subscriptionId: string,
  { failure, now }: { failure: 'reset' | 'cancelled' | 'paused'; now: Date },
): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ status: 'failed', failure, failed_at: now, send_state: 'done', next_attempt_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('send_state', '=', 'waiting')
    .execute()
}

/**
 * Moves what waits of a program for the phone it wrote to, its repetitions included, to another
 * contact. A message sent by hand to a phone that was never the program's stays where it was sent.
 */
export async function moveWaitingMessages(
  trx: Transaction<Tables>,
  subscriptionId: string,
  { from, contactId }: { from: string; contactId: string },
): Promise<void> {
  await updateMessagesTo(trx.updateTable('messages').set({ contact_id: contactId }), subscriptionId, from)
    .where('send_state', '=', 'waiting')
    .execute()
}

/** Gives up what waits of a program for the phone it wrote to; the day is sent once there is another. */
export async function stopWaitingMessages(
  trx: Transaction<Tables>,
  subscriptionId: string,
  from: string,
  now: Date,
): Promise<void> {
  const given = { status: 'failed', failure: 'recipient', failed_at: now } as const
  await updateMessagesTo(
    trx.updateTable('messages').set({ ...given, send_state: 'done', next_attempt_at: null }),
    subscriptionId,
    from,
  )
    .where('send_state', '=', 'waiting')
    .execute()
}

/** Cancels resends of messages to the program's old phone. */
export async function cancelResends(
  trx: Transaction<Tables>,
  subscriptionId: string,
  from: string,
  now: Date,
): Promise<void> {
  await updateMessagesTo(trx.updateTable('messages').set({ deadline: now }), subscriptionId, from)
    .where('send_state', 'in', ['sending', 'unknown'])
    .execute()
}

function updateMessagesTo(
  update: UpdateQueryBuilder<Tables, 'messages', 'messages', UpdateResult>,
  subscriptionId: string,
  phone: string,
) {
  return update
    .where('subscription_id', '=', subscriptionId)
    .where('contact_id', 'in', ({ selectFrom }) =>
      selectFrom('message_contacts').select('message_contacts.id').where('phone', '=', phone),
    )
}

/**
 * Returns whether WhatsApp has, or is being given, a message of a program: one that failed went
 * nowhere.
 */
export async function hasMessageOnItsWay(db: Kysely<Tables>, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('send_state', '<>', 'waiting')
    .where('status', '<>', 'failed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The message that holds a day of a program's round; null when the day has none. */
export async function findDayMessage(
  db: Kysely<Tables>,
  { subscriptionId, round, day }: Pick<DayMessage, 'subscriptionId' | 'round' | 'day'>,
): Promise<{ id: string; isAccepted: boolean } | null> {
  const row = await db
    .selectFrom('messages')
    .select(['id', 'sent_at', 'send_state'])
    .where('kind', '=', 'daily')
    .where('subscription_id', '=', subscriptionId)
    .where('round', '=', round)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ? { id: row.id, isAccepted: row.sent_at !== null } : null
}

/** Holds the message of a day of a program's present round, for whoever is to hold the program after it. */
export async function lockDayMessage(
  trx: Transaction<Tables>,
  { subscriptionId, day }: { subscriptionId?: string | undefined; day: number },
): Promise<void> {
  await trx
    .selectFrom('messages')
    .innerJoin('subscriptions', 'subscriptions.id', 'messages.subscription_id')
    .select('messages.id')
    .where('messages.kind', '=', 'daily')
    .where('subscriptions.id', '=', subscriptionId ?? null)
    .whereRef('messages.round', '=', 'subscriptions.round')
    .where('messages.day', '=', day)
    .forUpdate('messages')
    .execute()
}

function toRow(message: DayMessage, now: Date): Insertable<MessageRow> {
  return {
    kind: 'daily',
    contact_id: message.contactId,
    user_id: message.userId,
    category: message.category,
    subcategory: message.subcategory,
    subscription_id: message.subscriptionId,
    round: message.round,
    day: message.day,
    moves_progress: true,
    recipient_name: message.recipientName,
    created_at: now,
    deadline: new Date(now.getTime() + maxDelayMs),
    next_attempt_at: now,
  }
}
