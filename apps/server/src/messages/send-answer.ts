import { isWindowOpen } from '@app/domain/messages/window'
import type { Kysely } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { optedOut } from './message-errors.ts'
import { sendDueMessagesJob } from './send-due-messages.job.ts'

export type AnswerToSend = {
  /** Created by the client, so that a repeated request is the same message. */
  messageId: string
  contactId: string
  text: string
  /** The message that its writer saw last. */
  answersTo?: string | undefined
  /** The newest answer to that number that its writer saw; null for none. */
  lastAnswerId?: string | null | undefined
}

/** An answer is only useful while the window is open. */
const maxDelayMs = 24 * 3_600_000

/**
 * Queues an answer from the desk once; returns whether it was new. Throws `not_found`, `opted_out`,
 * `window_closed`, `question_elsewhere` for another number's question, `already_answered`, and
 * `message_conflict` for a used id.
 */
export function sendAnswer(
  { db, jobs, now }: { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; now: () => Date },
  { messageId, contactId, text, answersTo, lastAnswerId }: AnswerToSend,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const contact = await trx
      .selectFrom('message_contacts')
      .select(['opted_out_at', 'last_inbound_at'])
      .where('id', '=', contactId)
      .forUpdate()
      .executeTakeFirst()
    if (!contact) throw notFound()
    const known = await trx
      .selectFrom('messages')
      .select(['contact_id', 'text'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (known) {
      if (known.contact_id === contactId && known.text === text) return false
      throw new AppError('message_conflict')
    }
    if (answersTo && !(await isMessageFromContact(trx, contactId, answersTo)))
      throw new AppError('question_elsewhere')
    if (lastAnswerId !== undefined && (await findLastAnswer(trx, contactId)) !== lastAnswerId)
      throw new AppError('already_answered')
    if (contact.opted_out_at) throw optedOut()
    const at = now()
    if (!isWindowOpen(contact.last_inbound_at, at)) throw new AppError('window_closed')
    const queued = await trx
      .insertInto('messages')
      .values({
        id: messageId,
        kind: 'answer',
        contact_id: contactId,
        text,
        created_at: at,
        deadline: new Date(at.getTime() + maxDelayMs),
        next_attempt_at: at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // A concurrent request used the id for another conversation.
    if (!queued) throw new AppError('message_conflict')
    await jobs.enqueue(trx, sendDueMessagesJob, {})
    return true
  })
}

/**
 * Returns true when a message was written from this very number: its writer may have others, and
 * only this one is answered.
 */
async function isMessageFromContact(
  db: Kysely<Tables>,
  contactId: string,
  inboundId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('inbound_messages')
    .select('id')
    .where('id', '=', inboundId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return row !== undefined
}

async function findLastAnswer(db: Kysely<Tables>, contactId: string): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('kind', '=', 'answer')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
