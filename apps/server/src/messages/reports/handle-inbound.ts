import { inboundNotes } from '@app/content/ru/whatsapp'
import { type InboundCommand, parseCommand } from '@app/domain/messages/command'
import { isWindowOpen } from '@app/domain/messages/window'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import {
  clearUndeliverable,
  findOrCreateContactBySender,
  openServiceWindow,
  setOptedOut,
} from '../contact-repository.ts'
import { insertMessage } from '../message-repository.ts'
import type { ReplyKind } from '../message-tables.ts'
import type { InboundMessage, PreferenceReport } from './webhook-events.ts'

/**
 * Stores an inbound message, opens the 24-hour window, and applies a command. Edits and revocations
 * change the stored message.
 */
export async function handleInbound(
  trx: Transaction<Tables>,
  message: InboundMessage,
  now: Date,
): Promise<void> {
  if (!message.waId && !message.whatsappUserId) return
  if (message.type === 'system') return askAboutGiftNumber(trx, message, now)
  if (message.type === 'revoke') return deleteInboundMessage(trx, message)
  // A sign that was taken back says nothing.
  if (message.type === 'reaction' && message.text === null) return

  const contact = await findOrCreateContactBySender(trx, message)
  const writtenAt = instantOf(message, now)
  const saying = message.text === null ? null : parseCommand(message.text)
  // A doubtful command waits like a question, and is marked.
  const command = saying === 'doubtful' ? null : saying
  if (!(await editInboundMessage(trx, message, { text: message.text, command, written_at: writtenAt }))) {
    const providerMessageId = message.originalId ?? message.providerMessageId
    await insertInbound(trx, contact.id, { ...message, providerMessageId, command, writtenAt })
    await openServiceWindow(trx, contact.id, writtenAt)
    await clearUndeliverable(trx, contact.id)
  }
  if (command && (await applyCommand(trx, contact.id, { command, writtenAt, now }))) {
    // A report that comes days late is obeyed, but not answered any more.
    if (isWindowOpen(writtenAt, now))
      await reply(trx, contact.id, command === 'stop' ? 'opted_out' : 'opted_in', now)
  }
}

/** Obeys a press in WhatsApp's own menu. WhatsApp says so there, so nothing is answered. */
export async function handlePreference(
  trx: Transaction<Tables>,
  preference: PreferenceReport,
  now: Date,
): Promise<void> {
  if (!preference.waId && !preference.whatsappUserId) return
  const contact = await findOrCreateContactBySender(trx, preference)
  const { providerMessageId, command } = preference
  const writtenAt = instantOf(preference, now)
  const text = inboundNotes.preference[command]
  await insertInbound(trx, contact.id, { providerMessageId, type: 'preference', text, command, writtenAt })
  await applyCommand(trx, contact.id, { command, writtenAt, now })
}

/**
 * Saves WhatsApp's notice of a new number as a question, because only the owner knows which
 * purchases it affects. It opens no window.
 */
async function askAboutGiftNumber(
  trx: Transaction<Tables>,
  message: InboundMessage,
  now: Date,
): Promise<void> {
  if (message.text === null) return
  const contact = await findOrCreateContactBySender(trx, message)
  const text = inboundNotes.numberChanged(message.text)
  const writtenAt = instantOf(message, now)
  await insertInbound(trx, contact.id, { ...message, text, command: null, writtenAt })
}

/** Deletes a revoked message and refreshes its person. */
async function deleteInboundMessage(trx: Transaction<Tables>, { originalId }: InboundMessage): Promise<void> {
  await sql`
    with gone as (delete from inbound_messages where provider_message_id = ${originalId} returning contact_id)
    insert into desk_changes (kind, ref) select 'contact', contact_id from gone`.execute(trx)
}

/** Changes what was written before, as if it were written now: an earlier answer was to other words. Returns false where it is not there. */
async function editInboundMessage(
  trx: Transaction<Tables>,
  { originalId }: InboundMessage,
  changes: { text: string | null; command: InboundCommand | null; written_at: Date },
): Promise<boolean> {
  if (originalId === null) return false
  const changed = await trx
    .updateTable('inbound_messages')
    .set(changes)
    .where('provider_message_id', '=', originalId)
    .returning('contact_id')
    .executeTakeFirst()
  if (!changed) return false
  await sql`insert into desk_changes (kind, ref) values ('contact', ${changed.contact_id}::uuid)`.execute(trx)
  return true
}

function instantOf({ at }: { at: string }, now: Date): Date {
  return new Date(Math.min(Date.parse(at), now.getTime()))
}

type InboundText = {
  providerMessageId: string
  type: string
  text: string | null
  command: InboundCommand | null
}

async function insertInbound(
  trx: Transaction<Tables>,
  contactId: string,
  { providerMessageId, type, text, command, writtenAt }: InboundText & { writtenAt: Date },
): Promise<void> {
  await trx
    .insertInto('inbound_messages')
    .values({
      contact_id: contactId,
      provider_message_id: providerMessageId,
      ...{ type, text, command },
      written_at: writtenAt,
    })
    .onConflict((conflict) => conflict.column('provider_message_id').doNothing())
    .execute()
}

function applyCommand(
  trx: Transaction<Tables>,
  contactId: string,
  { command, writtenAt, now }: { command: InboundCommand; writtenAt: Date; now: Date },
): Promise<boolean> {
  return setOptedOut(trx, contactId, { optedOutAt: command === 'stop' ? now : null, writtenAt })
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
