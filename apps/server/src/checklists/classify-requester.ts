import { createHmac } from 'node:crypto'
import type { ChecklistStanding } from '@app/domain/messages/checklist-room'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { addressGroup } from '@app/platform/limits/limit-addresses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** The proofs that come with a request for a checklist. */
export type ChecklistRequester = {
  /** Null for a visitor. */
  userId: string | null
  /** The token of a result, which proves its owner. */
  resultToken: string | undefined
}

/**
 * Classifies a requester by their relation to a phone (digits with the country code). A number is
 * their own only when they paid with it or it answered a message, because anybody can type a
 * number.
 */
export async function classifyRequester(
  db: Kysely<Tables>,
  { userId, resultToken }: ChecklistRequester,
  phone: string,
): Promise<ChecklistStanding> {
  const isThis = (known: { phone: string | null }) =>
    known.phone !== null && toWhatsappNumber(known.phone) === phone
  const claims = userId ? (await listPhoneClaims(db, userId)).filter(isThis) : []
  if (claims.some(({ by }) => by === 'payment')) return 'own'
  if (userId && claims.length > 0 && (await hasAnswered(db, userId, phone))) return 'own'
  if (claims.some(({ by }) => by === 'lead')) return 'lead'
  if (!resultToken) return 'stranger'
  const lead = await db
    .selectFrom('quiz_leads')
    .select('phone')
    .where('result_token', '=', resultToken)
    .executeTakeFirst()
  return lead && isThis(lead) ? 'lead' : 'stranger'
}

type PhoneClaim = { phone: string | null; by: 'account' | 'lead' | 'payment' }

/** Lists the phones of a user: in the account, in their own leads, in paid orders and programs. */
async function listPhoneClaims(db: Kysely<Tables>, userId: string): Promise<PhoneClaim[]> {
  const { rows } = await sql<PhoneClaim>`
    select unnest(array[raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number']) as phone, 'account' as by
    from auth.users where id = ${userId}::uuid
    union select phone, 'lead' from public.quiz_leads where user_id = ${userId}::uuid and ownership = 'own'
    union select phone, 'payment' from public.orders
    where user_id = ${userId}::uuid and state = 'paid' and placed_signed_in
    union select subscriptions.phone, 'account'
    from public.subscriptions join public.orders on orders.id = order_id
    where user_id = ${userId}::uuid and orders.state = 'paid'`.execute(db)
  return rows
}

/** Tells if a number has answered a message that this user sent to it, other than by opting out. */
async function hasAnswered(db: Kysely<Tables>, userId: string, phone: string): Promise<boolean> {
  const answered = await db
    .selectFrom('message_contacts')
    .innerJoin('messages', 'messages.contact_id', 'message_contacts.id')
    .select('messages.id')
    .where('phone', '=', phone)
    .where('opted_out_at', 'is', null)
    .where('messages.user_id', '=', userId)
    .where('messages.sent_at', 'is not', null)
    .whereRef('messages.sent_at', '<', 'last_inbound_at')
    .limit(1)
    .executeTakeFirst()
  return answered !== undefined
}

/**
 * Returns a keyed digest of an address group, so that its requests can be counted without the
 * address.
 */
export function digestAddress(ip: string, key: string): string {
  return createHmac('sha256', key)
    .update(`checklists\n${addressGroup(ip)}`)
    .digest('base64url')
}
