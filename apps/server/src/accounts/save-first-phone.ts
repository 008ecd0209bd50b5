import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { toAccountPhone } from './account-phone.ts'

/**
 * Saves the phone of a purchase to an account without any known phone, so that a friend's number
 * never replaces the user's own.
 */
export async function saveFirstPhone(db: Kysely<Tables>, userId: string, phone: string): Promise<void> {
  const told = JSON.stringify(toAccountPhone(phone))
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${told}::jsonb, updated_at = now()
    where id = ${userId}::uuid
      and coalesce(btrim(raw_user_meta_data->>'phone'), '') = ''
      and coalesce(btrim(raw_user_meta_data->>'phone_number'), '') = ''
      and not exists (
        select from quiz_leads
        where user_id = ${userId}::uuid and ownership = 'own' and phone_digits(phone) is distinct from phone_digits(${phone}))`.execute(
    db,
  )
}
