import { normalisePhone } from '@app/domain/messages/phone'
import type { Category, Subcategory } from '@app/domain/result/categories'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { RateLimit } from '../config/limits.ts'
import { invalidInput, rateLimited } from '../http/app-error.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { contactOfPhone } from '../messages/contact-repository.ts'
import { insertMessage } from '../messages/message-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import type { Tables } from '../services/tables.ts'
import { optedOut } from './checklist-errors.ts'

export type ChecklistRequest = {
  phoneNumber: string
  category: Category
  subcategory: Subcategory
  /** Whose cabinet shows the message; null for a visitor. */
  userId: string | null
}

export type ChecklistServices = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  now: () => Date
  limits: { checklistsPerNumber: RateLimit; checklistsPerDay: RateLimit }
}

/** The same request within this time is a second press of the button. */
const repeatMs = 2 * 60_000
/** A checklist is asked for now; a day later it would only surprise. */
const worthSendingMs = 24 * 3_600_000

/**
 * Puts a checklist for a phone into the queue. A repeated request within two minutes adds nothing. Throws
 * `invalid_input` for what is no phone number, `opted_out`, and `rate_limited` for one number or for everybody.
 */
export async function sendChecklist(services: ChecklistServices, request: ChecklistRequest): Promise<void> {
  const phone = normalisePhone(request.phoneNumber)
  if (!phone) throw invalidInput({ phoneNumber: 'phone' })
  const now = services.now()

  await services.db.transaction().execute(async (trx) => {
    // Holds the contact's row, so that two requests for one number are counted one after the other.
    const contact = await contactOfPhone(trx, phone)
    if (contact.optedOutAt) throw optedOut()
    const recent = await listRecent(trx, contact.id, services.limits.checklistsPerNumber, now)
    if (recent.some((one) => one.subcategory === request.subcategory && isRepeat(one.created_at, now))) return
    if (recent.length >= services.limits.checklistsPerNumber.max) throw rateLimited()
    if (await isDayFull(trx, services.limits.checklistsPerDay, now)) throw rateLimited()

    await insertMessage(trx, {
      kind: 'checklist',
      contact_id: contact.id,
      user_id: request.userId,
      category: request.category,
      subcategory: request.subcategory,
      created_at: now,
      deadline: new Date(now.getTime() + worthSendingMs),
      next_attempt_at: now,
    })
    await services.jobs.enqueue(trx, sendDueMessagesJob, {})
  })
}

function listRecent(trx: Transaction<Tables>, contactId: string, { seconds }: RateLimit, now: Date) {
  return trx
    .selectFrom('messages')
    .select(['subcategory', 'created_at'])
    .where('contact_id', '=', contactId)
    .where('kind', '=', 'checklist')
    .where('created_at', '>', new Date(now.getTime() - Math.max(seconds * 1000, repeatMs)))
    .execute()
}

function isRepeat(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < repeatMs
}

/** WhatsApp lets a new business write to few strangers a day, and the buyers' messages need that room, too. */
async function isDayFull(trx: Transaction<Tables>, { max, seconds }: RateLimit, now: Date): Promise<boolean> {
  const { count } = await trx
    .selectFrom('messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', 'checklist')
    .where('created_at', '>', new Date(now.getTime() - seconds * 1000))
    .executeTakeFirstOrThrow()
  return count >= max
}
