import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { holdSignIns } from './hold-sign-ins.ts'

/**
 * Takes every way into an account but its mailbox: sessions, codes and sign-ins on their way, the password, passkeys, second factors,
 * other identities, its number, and changes that nobody has agreed to. Answers how many second factors worked. By SQL, so that it is
 * part of the deed that asks for it, and does the same where sign-in is hosted; the platform's own is in `users/start-clean.ts`. A
 * test compares both with every table that refers to `auth.users`.
 */
export async function startClean(trx: Transaction<Tables>, userId: string): Promise<number> {
  await holdSignIns(trx, userId)
  await trx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth.flow_state').where('user_id', '=', userId).execute()
  await sql`
    update auth.users set updated_at = now(), encrypted_password = null,
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
      phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '',
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"provider": "email", "providers": ["email"]}'
    where id = ${userId}::uuid`.execute(trx)
  const factors = await trx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .returning('status')
    .execute()
  await deletePasskeys(trx, userId)
  await trx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '!=', 'email')
    .execute()
  await trx.deleteFrom('auth.flow_state').where('linking_target_id', '=', userId).execute()
  // Once more: whoever was signing in by what is gone now has been waited for.
  await trx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
  return factors.filter(({ status }) => status === 'verified').length
}

/** A hosted project may be older than passkeys. */
async function deletePasskeys(trx: Transaction<Tables>, userId: string): Promise<void> {
  for (const table of ['auth.webauthn_credentials', 'auth.webauthn_challenges'] as const) {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
      trx,
    )
    if (rows[0]?.there) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
