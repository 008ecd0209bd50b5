import type { Subcategory } from '@app/domain/result/categories'
import { categoryOf } from '@app/domain/result/categories'
import type { Kysely } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import { findOrCreateContactByPhone } from '../messages/contact-repository.ts'
import { findSuppressions } from '../messages/find-suppressions.ts'
import { optedOut } from '../messages/message-errors.ts'
import { insertMessage } from '../messages/message-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { classifyRequester } from './classify-requester.ts'
import { findRepeatedRequest } from './find-repeated-request.ts'

const maxDelayMs = 24 * 3_600_000

type Resend = { phone: string; userId: string | null; subcategory: Subcategory }

/**
 * Sends a checklist again for the owner. Returns the message's id, or null when the same one was
 * queued within two minutes. Throws `opted_out` for a reader who stopped the messages.
 */
export function resendChecklist(
  { db, jobs, now }: { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; now: () => Date },
  { phone, userId, subcategory }: Resend,
): Promise<string | null> {
  return inTransaction(db, async (trx) => {
    const contact = await findOrCreateContactByPhone(trx, phone)
    const [suppression] = await findSuppressions(trx, [{ phone, userId }])
    if (suppression?.optedOut || suppression?.withdrawn) throw optedOut()
    const at = now()
    // Concurrent requests wait for the contact's row, and then find this message.
    if (await findRepeatedRequest(trx, { contact, subcategory, now: at })) return null
    const id = await insertMessage(trx, {
      kind: 'checklist',
      contact_id: contact.id,
      user_id: userId,
      category: categoryOf(subcategory),
      subcategory,
      created_at: at,
      deadline: new Date(at.getTime() + maxDelayMs),
      next_attempt_at: at,
      asked_as: userId ? await classifyRequester(trx, { userId, resultToken: undefined }, phone) : 'lead',
    })
    await jobs.enqueue(trx, sendDueMessagesJob, {})
    return id
  })
}
