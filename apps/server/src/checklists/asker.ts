import { createHmac } from 'node:crypto'
import type { ChecklistStanding } from '@app/domain/messages/checklist-room'
import { normalisePhone } from '@app/domain/messages/phone'
import { addressGroup } from '@app/platform/limits/limit-addresses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** What an asker shows of themselves. */
export type Asker = {
  /** Null for a visitor. */
  userId: string | null
  /** Opens one lead's result, and so proves who left that lead. */
  resultToken: string | undefined
}

/** How an asker stands to a phone (digits with the country code). */
export async function findStanding(
  db: Kysely<Tables>,
  { userId, resultToken }: Asker,
  phone: string,
): Promise<ChecklistStanding> {
  const isThis = (known: string | null) => known !== null && normalisePhone(known) === phone
  if (userId && (await listOwnPhones(db, userId)).some(isThis)) return 'own'
  if (!resultToken) return 'stranger'
  const lead = await db
    .selectFrom('quiz_leads')
    .select('phone')
    .where('result_token', '=', resultToken)
    .executeTakeFirst()
  return lead && isThis(lead.phone) ? 'lead' : 'stranger'
}

/** The phones a user calls theirs: in the account, in their own leads, in their programs. */
async function listOwnPhones(db: Kysely<Tables>, userId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ phone: string | null }>`
    select unnest(array[raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number']) as phone
    from auth.users where id = ${userId}::uuid
    union select phone from public.quiz_leads where user_id = ${userId}::uuid and ownership = 'own'
    union select phone from public.subscriptions where user_id = ${userId}::uuid`.execute(db)
  return rows.map(({ phone }) => phone)
}

/** What is kept of an address so that its requests can be counted: nobody without the key can tell which it was. */
export function digestAddress(ip: string, key: string): string {
  return createHmac('sha256', key)
    .update(`checklists\n${addressGroup(ip)}`)
    .digest('base64url')
}
