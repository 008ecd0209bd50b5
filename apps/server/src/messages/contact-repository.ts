import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { MessageContactRow } from './message-tables.ts'

type ContactRow = Selectable<MessageContactRow>

/** A WhatsApp contact. */
export type MessageContact = {
  id: string
  phone: string | null
  whatsappUserId: string | null
  lastInboundAt: Date | null
  optedOutAt: Date | null
}

/** The way a person appears in what the provider tells us; at least one of the two is there. */
export type ContactIdentity = { waId: string | null; whatsappUserId: string | null }

/** The contact with this phone (digits with the country code), made when it is new. */
export async function findOrCreateContactByPhone(
  trx: Transaction<Tables>,
  phone: string,
): Promise<MessageContact> {
  const row = await trx
    .insertInto('message_contacts')
    .values({ phone })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ phone }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toContact(row)
}

/** The contact that wrote to us, made when it is new; what we learn of it by the way is kept. */
export async function findOrCreateContactBySender(
  trx: Transaction<Tables>,
  { waId, whatsappUserId }: ContactIdentity,
): Promise<MessageContact> {
  const known = await findBySender(trx, { waId, whatsappUserId })
  if (!known) return insertSender(trx, { waId, whatsappUserId })
  if (!known.phone && waId && isPhone(waId)) await savePhone(trx, known.id, waId)
  if (whatsappUserId && !known.whatsapp_user_id) await linkUserId(trx, known.id, whatsappUserId)
  return toContact(await getContact(trx, known.id))
}

/**
 * Saves WhatsApp's user id of a contact. A contact under that id alone is merged into this one,
 * with its opt-out. An id of another phone stays there.
 */
export async function linkUserId(
  trx: Transaction<Tables>,
  contactId: string,
  whatsappUserId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('message_contacts')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', '=', contactId), eb('whatsapp_user_id', '=', whatsappUserId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const contact = rows.find(({ id }) => id === contactId)
  const namesake = rows.find(({ id }) => id !== contactId)
  if (!contact || contact.whatsapp_user_id || (namesake && namesake.phone !== null)) return
  if (namesake) await mergeContacts(trx, contact, namesake)
  await trx
    .updateTable('message_contacts')
    .set({ whatsapp_user_id: whatsappUserId })
    .where('id', '=', contactId)
    .execute()
}

/** Makes one contact of two that are one person. */
async function mergeContacts(
  trx: Transaction<Tables>,
  contact: ContactRow,
  namesake: ContactRow,
): Promise<void> {
  const into = { contact_id: contact.id }
  await trx.updateTable('messages').set(into).where('contact_id', '=', namesake.id).execute()
  await trx.updateTable('inbound_messages').set(into).where('contact_id', '=', namesake.id).execute()
  await trx.deleteFrom('message_contacts').where('id', '=', namesake.id).execute()
  if (namesake.last_inbound_at) await openServiceWindow(trx, contact.id, namesake.last_inbound_at)
  if (namesake.command_at) {
    const said = { optedOutAt: namesake.opted_out_at, writtenAt: namesake.command_at }
    await setOptedOut(trx, contact.id, said)
  }
}

/** Notes how WhatsApp spells a phone, where that differs, so that answers from it are known to be theirs. */
export async function saveWaId(trx: Transaction<Tables>, contactId: string, waId: string): Promise<void> {
  await trx
    .updateTable('message_contacts')
    .set({ wa_id: waId })
    .where('id', '=', contactId)
    .where('wa_id', 'is', null)
    .where('phone', '<>', waId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('message_contacts as other').select('other.id').where('other.wa_id', '=', waId))),
    )
    .execute()
}

/** Notes that WhatsApp reaches a contact after all: its programs are no longer held. */
export async function clearUndeliverable(trx: Transaction<Tables>, contactId: string): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ unreached_contact_id: null })
    .where('unreached_contact_id', '=', contactId)
    .execute()
}

/** Opens the 24-hour window from `writtenAt`, if that is later than what is known. */
export async function openServiceWindow(
  trx: Transaction<Tables>,
  contactId: string,
  writtenAt: Date,
): Promise<void> {
  await trx
    .updateTable('message_contacts')
    .set({ last_inbound_at: writtenAt })
    .where('id', '=', contactId)
    .where(({ eb, or }) => or([eb('last_inbound_at', 'is', null), eb('last_inbound_at', '<', writtenAt)]))
    .execute()
}

/**
 * Notes that a contact asked at `writtenAt` for no more messages, or for them again. Answers
 * whether that was news; a request from before the one that counts is none.
 */
export async function setOptedOut(
  trx: Transaction<Tables>,
  contactId: string,
  { optedOutAt, writtenAt }: { optedOutAt: Date | null; writtenAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('message_contacts')
    .set({ opted_out_at: optedOutAt, command_at: writtenAt })
    .where('id', '=', contactId)
    .where('opted_out_at', optedOutAt ? 'is' : 'is not', null)
    .where(({ eb, or }) => or([eb('command_at', 'is', null), eb('command_at', '<=', writtenAt)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function isPhone(waId: string): boolean {
  return /^[1-9]\d{9,14}$/.test(waId)
}

/** The person's phone is visible now. No other contact has it. */
async function savePhone(trx: Transaction<Tables>, id: string, phone: string): Promise<void> {
  await trx.updateTable('message_contacts').set({ phone }).where('id', '=', id).execute()
}

function getContact(trx: Transaction<Tables>, id: string): Promise<ContactRow> {
  return trx.selectFrom('message_contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function findBySender(db: Kysely<Tables>, { waId, whatsappUserId }: ContactIdentity) {
  const rows = await db
    .selectFrom('message_contacts')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        ...(waId ? [eb('phone', '=', waId), eb('wa_id', '=', waId)] : []),
        ...(whatsappUserId ? [eb('whatsapp_user_id', '=', whatsappUserId)] : []),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  // The phone we write to decides, since messages hang on it.
  return rows.find(({ phone }) => phone !== null && phone === waId) ?? rows[0]
}

async function insertSender(
  trx: Transaction<Tables>,
  { waId, whatsappUserId }: ContactIdentity,
): Promise<MessageContact> {
  if (waId && isPhone(waId)) {
    const contact = await findOrCreateContactByPhone(trx, waId)
    if (whatsappUserId) await linkUserId(trx, contact.id, whatsappUserId)
    return contact
  }
  const id = whatsappUserId ?? waId
  const row = await trx
    .insertInto('message_contacts')
    .values({ whatsapp_user_id: id })
    .onConflict((conflict) => conflict.column('whatsapp_user_id').doUpdateSet({ whatsapp_user_id: id }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toContact(row)
}

function toContact(row: ContactRow): MessageContact {
  return {
    id: row.id,
    phone: row.phone,
    whatsappUserId: row.whatsapp_user_id,
    lastInboundAt: row.last_inbound_at,
    optedOutAt: row.opted_out_at,
  }
}
