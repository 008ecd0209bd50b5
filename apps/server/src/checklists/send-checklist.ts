import {
  type ChecklistDecision,
  type ChecklistStanding,
  decideChecklist,
} from '@app/domain/messages/checklist-room'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { Kysely, Transaction } from 'kysely'
import type { RateLimit } from '../config/limits.ts'
import { invalidInput, rateLimited } from '../http/app-error.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { findOrCreateContactByPhone, type MessageContact } from '../messages/contact-repository.ts'
import { optedOut } from '../messages/message-errors.ts'
import { insertMessage } from '../messages/message-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import type { Tables } from '../services/tables.ts'
import { type ChecklistRequester, classifyRequester, digestAddress } from './classify-requester.ts'
import { countChecklists, lockRequests, withheld } from './count-checklists.ts'
import { findRepeatedRequest } from './find-repeated-request.ts'

export type ChecklistRequest = ChecklistRequester & {
  phoneNumber: string
  category: Category
  subcategory: Subcategory
  /** The address the request came from. */
  ip: string
}

export type ChecklistServices = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  now: () => Date
  /** Computes a keyed digest of an address. */
  secretKey: string
  limits: {
    checklistsPerNumber: RateLimit
    checklistsPerDay: RateLimit
    checklistsPerAddress: number
    checklistsToStrangers: number
  }
}

/** A checklist is asked for now; a day later it would only surprise. */
const maxDelayMs = 24 * 3_600_000

/**
 * Queues a checklist for a phone. A repeated request within two minutes adds nothing. Throws
 * `invalid_input` for an invalid number, `opted_out` only for the requester's own number, and
 * `rate_limited` for the limits. For other numbers an opt-out is never revealed.
 */
export async function sendChecklist(services: ChecklistServices, request: ChecklistRequest): Promise<void> {
  const phone = toWhatsappNumber(request.phoneNumber)
  if (!phone) throw invalidInput({ phoneNumber: 'phone' })
  const now = services.now()
  const askedFrom = digestAddress(request.ip, services.secretKey)

  await services.db.transaction().execute(async (trx) => {
    const contact = await findOrCreateContactByPhone(trx, phone)
    await lockRequests(trx)
    const standing = await classifyRequester(trx, request, phone)
    const asked = { contact, userId: request.userId, askedFrom, standing }
    if (await findRepeatedRequest(trx, { ...asked, subcategory: request.subcategory, now })) return
    const decision = await decideRequest(trx, services, asked, now)
    if (decision === 'opted_out') throw optedOut()
    if (decision === 'too_many') throw rateLimited()

    const isWithheld = decision === 'withhold'
    await insertMessage(trx, {
      kind: 'checklist',
      contact_id: contact.id,
      category: request.category,
      subcategory: request.subcategory,
      created_at: now,
      deadline: new Date(now.getTime() + maxDelayMs),
      user_id: request.userId,
      asked_as: standing,
      asked_from: askedFrom,
      ...(isWithheld
        ? { status: 'failed', failure: withheld, failed_at: now, send_state: 'done' }
        : { next_attempt_at: now }),
    })
    if (!isWithheld) await services.jobs.enqueue(trx, sendDueMessagesJob, {})
  })
}

type Request = {
  contact: MessageContact
  userId: string | null
  askedFrom: string
  standing: ChecklistStanding
}

async function decideRequest(
  trx: Transaction<Tables>,
  { limits }: ChecklistServices,
  request: Request,
  now: Date,
): Promise<ChecklistDecision> {
  const ago = ({ seconds }: RateLimit) => new Date(now.getTime() - seconds * 1000)
  const since = { person: ago(limits.checklistsPerNumber), day: ago(limits.checklistsPerDay) }
  return decideChecklist({
    ...(await countChecklists(trx, { ...request, contactId: request.contact.id }, since)),
    standing: request.standing,
    isSilent: request.contact.optedOutAt !== null,
    limits: {
      perPerson: limits.checklistsPerNumber.max,
      perDay: limits.checklistsPerDay.max,
      perAddress: limits.checklistsPerAddress,
      toStrangers: limits.checklistsToStrangers,
    },
  })
}
