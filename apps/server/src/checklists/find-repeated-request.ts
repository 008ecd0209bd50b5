import type { ChecklistStanding } from '@app/domain/messages/checklist-room'
import { repeatedRequestMs } from '@app/domain/repeated-request'
import type { Subcategory } from '@app/domain/result/categories'
import type { Transaction } from 'kysely'
import type { MessageContact } from '../messages/contact-repository.ts'
import type { Tables } from '../services/tables.ts'
import { withheld } from './count-checklists.ts'

type Request = {
  contact: MessageContact
  subcategory: Subcategory
  now: Date
  /** Only for outside requests; the owner's have no address. */
  askedFrom?: string
  standing?: ChecklistStanding
}

/** The id of the same checklist to the same number, asked for just now; null where there is none. One that has failed is none. */
export async function findRepeatedRequest(
  trx: Transaction<Tables>,
  { contact, subcategory, now, askedFrom, standing = 'own' }: Request,
): Promise<string | null> {
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .where('contact_id', '=', contact.id)
    // A withheld message does not block a better proven request, or one after the number wrote to
    // us.
    .where(({ eb, and, or }) =>
      or([
        eb('status', '<>', 'failed'),
        and([
          eb('failure', '=', withheld),
          eb('asked_from', '=', askedFrom ?? null),
          eb.val(standing !== 'own'),
          eb('created_at', '>', contact.lastInboundAt ?? new Date(0)),
        ]),
      ]),
    )
    .where('kind', '=', 'checklist')
    .where('subcategory', '=', subcategory)
    .where('created_at', '>', new Date(now.getTime() - repeatedRequestMs))
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
