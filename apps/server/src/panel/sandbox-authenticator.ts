import type { Authenticator } from '@app/sandbox/authenticator/authenticator-plugin'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** Lists all TOTP keys, newest first, so that the sandbox needs no phone. */
export function sandboxAuthenticator(db: Kysely<Tables>): Authenticator {
  return {
    async listKeys() {
      const rows = await db
        .selectFrom('auth.mfa_factors')
        .innerJoin('auth.users', 'auth.users.id', 'auth.mfa_factors.user_id')
        .select(['auth.users.email', 'auth.mfa_factors.secret', 'auth.mfa_factors.status'])
        .where('factor_type', '=', 'totp')
        .orderBy('auth.mfa_factors.created_at', 'desc')
        .limit(50)
        .execute()
      return rows.map(({ email, secret, status }) => ({
        account: email ?? '',
        secret: secret ?? '',
        isConfirmed: status === 'verified',
      }))
    },
  }
}
