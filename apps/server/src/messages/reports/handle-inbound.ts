import { readSaying } from '@app/domain/messages/command'
import { isWindowOpen } from '@app/domain/messages/window'
import type { Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { clearUndeliverable, contactOfSender, openWindow, setOptedOut } from '../contact-repository.ts'
import { insertMessage } from '../message-repository.ts'
import type { ReplyKind } from '../message-tables.ts'
import type { InboundMessage } from './webhook-events.ts'

/** Keeps what a person wrote, opens their 24-hour window, and honours a request to stop or to start again. */
export async function handleInbound(
  trx: Transaction<Tables>,
  message: InboundMessage,
  now: Date,
): Promise<void> {
  if (!message.waId && !message.whatsappUserId) return
  const contact = await contactOfSender(trx, message)
  const writtenAt = new Date(Math.min(Date.parse(message.at), now.getTime()))
  const saying = message.text === null ? null : readSaying(message.text)
  // What is doubtful waits as a question does, and is marked where it is shown.
  const command = saying === 'doubtful' ? null : saying
  await trx
    .insertInto('inbound_messages')
    .values({
      contact_id: contact.id,
      provider_message_id: message.providerMessageId,
      type: message.type,
      text: message.text,
      command,
      written_at: writtenAt,
    })
    .onConflict((conflict) => conflict.column('provider_message_id').doNothing())
    .execute()
  await openWindow(trx, contact.id, writtenAt)
  // A system message tells that the number was changed, so nobody is there.
  if (message.type !== 'system') await clearUndeliverable(trx, contact.id)

  if (!command) return
  const hasChanged = await setOptedOut(trx, contact.id, {
    optedOutAt: command === 'stop' ? now : null,
    writtenAt,
  })
  // A report that comes days late is obeyed, but not answered any more.
  if (hasChanged && isWindowOpen(writtenAt, now))
    await reply(trx, contact.id, command === 'stop' ? 'opted_out' : 'opted_in', now)
}

const replyWithinMs = 3_600_000

async function reply(trx: Transaction<Tables>, contactId: string, kind: ReplyKind, now: Date): Promise<void> {
  await insertMessage(trx, {
    kind: 'reply',
    contact_id: contactId,
    reply: kind,
    created_at: now,
    deadline: new Date(now.getTime() + replyWithinMs),
    next_attempt_at: now,
  })
}
