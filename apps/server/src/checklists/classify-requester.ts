import { createHmac } from 'node:crypto'
import type { ChecklistStanding } from '@app/domain/messages/checklist-room'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { addressGroup } from '@app/platform/limits/limit-addresses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** What an asker shows of themselves. */
export type ChecklistRequester = {
  /** Null for a visitor. */
  userId: string | null
  /** Opens one lead's result, and so proves who left that lead. */
  resultToken: string | undefined
}

/**
 * How an asker stands to a phone (digits with the country code). Anybody can write any number into their account, a lead or
 * a program, and that its owner has written to us proves nothing about who typed it. So a number is somebody's own only when
 * they paid with it, or when it answered a message of theirs.
 */
export async function classifyRequester(
  db: Kysely<Tables>,
  { userId, resultToken }: ChecklistRequester,
  phone: string,
): Promise<ChecklistStanding> {
  const isThis = (known: { phone: string | null }) =>
    known.phone !== null && toWhatsappNumber(known.phone) === phone
  const claims = userId ? (await listClaims(db, userId)).filter(isThis) : []
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

type Claim = { phone: string | null; by: 'account' | 'lead' | 'payment' }

/** The phones a user calls theirs: in the account, in their own leads, in what they paid for. Where a program was moved to was typed. */
async function listClaims(db: Kysely<Tables>, userId: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
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

/** Whether a number has written to us after a message that this user had sent there, and not to ask for silence. */
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

/** What is kept of an address so that its requests can be counted: nobody without the key can tell which it was. */
export function digestAddress(ip: string, key: string): string {
  return createHmac('sha256', key)
    .update(`checklists\n${addressGroup(ip)}`)
    .digest('base64url')
}
