import type { Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { findOrCreateContactBySender } from '../contact-repository.ts'
import type { InboundMessage } from './webhook-events.ts'

/** Saves the owner's own message from her phone as a sent answer. */
export async function handleEcho(trx: Transaction<Tables>, echo: InboundMessage, now: Date): Promise<void> {
  if (!echo.waId && !echo.whatsappUserId) return
  // A sign is no answer, nor is what WhatsApp does not show us.
  if (echo.type === 'reaction' || (echo.type === 'unsupported' && !echo.text)) return
  const text = echo.text ?? ''
  // Without the revoked message the person waits again.
  const isGone = echo.type === 'revoke'
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(isGone ? { text: '', status: 'failed', failure: 'withheld', failed_at: now } : { text })
    .where('provider_message_id', '=', echo.originalId)
    .where('kind', '=', 'answer')
    .executeTakeFirst()
  if (isGone || numUpdatedRows > 0n) return

  const contact = await findOrCreateContactBySender(trx, echo)
  const writtenAt = new Date(Math.min(Date.parse(echo.at), now.getTime()))
  await trx
    .insertInto('messages')
    .values({
      kind: 'answer',
      contact_id: contact.id,
      text,
      created_at: writtenAt,
      deadline: writtenAt,
      status: 'sent',
      sent_at: writtenAt,
      send_state: 'done',
      provider_message_id: echo.originalId ?? echo.providerMessageId,
    })
    .onConflict((conflict) => conflict.column('provider_message_id').doNothing())
    .execute()
}
