import { sql, type Transaction } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'
import { endSignIns } from './end-sign-ins.ts'
import { notifyAccountJob } from './notify-account.job.ts'

/**
 * Removes all ways into an account except its mailbox: sessions, codes, the password, passkeys,
 * second factors, other identities, the phone and pending changes. Mails the user about removed
 * factors and passkeys, and returns the number of verified second factors. It uses SQL, so that it
 * joins the caller's transaction and works on hosted Supabase; the platform's own version is
 * `users/drop-credentials.ts`. A test compares both with all tables that refer to `auth.users`.
 */
export async function resetSignInMethods(
  jobs: Pick<Jobs, 'enqueue'>,
  trx: Transaction<Tables>,
  userId: string,
): Promise<number> {
  await endSignIns(trx, userId, 'all')
  await sql`
    update auth.users set encrypted_password = null, email_change = '', email_change_confirm_status = 0,
      phone = null, phone_confirmed_at = null, phone_change = '',
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"provider": "email", "providers": ["email"]}'
    where id = ${userId}::uuid`.execute(trx)
  const factors = await trx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .returning('status')
    .execute()
  const passkeys = await deletePasskeys(trx, userId)
  await trx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '!=', 'email')
    .execute()
  await keepEmailIdentity(trx, userId)
  await trx.deleteFrom('auth.flow_state').where('linking_target_id', '=', userId).execute()
  // Deletes sessions again, because a concurrent sign-in may have just finished.
  await trx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
  const working = factors.filter(({ status }) => status === 'verified').length
  const at = new Date().toISOString()
  if (working > 0) await jobs.enqueue(trx, notifyAccountJob, { userId, at, kind: 'factor_removed' })
  if (passkeys > 0) await jobs.enqueue(trx, notifyAccountJob, { userId, at, kind: 'passkey_removed' })
  return working
}

/** Makes the identity of the account's address, for an account that came by another provider. */
async function keepEmailIdentity(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', email_confirmed_at is not null,
      'phone_verified', false), 'email', now(), now(), now()
    from auth.users
    where id = ${userId}::uuid and email is not null
      and not exists (select from auth.identities where user_id = users.id and provider = 'email')`.execute(
    trx,
  )
}

/** Deletes passkeys and returns how many there were. A hosted project may be older than passkeys. */
async function deletePasskeys(trx: Transaction<Tables>, userId: string): Promise<number> {
  let count = 0
  for (const table of ['auth.webauthn_credentials', 'auth.webauthn_challenges'] as const) {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
      trx,
    )
    if (!rows[0]?.there) continue
    const { numDeletedRows } = await trx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst()
    if (table === 'auth.webauthn_credentials') count = Number(numDeletedRows)
  }
  return count
}
