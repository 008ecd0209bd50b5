import { metadataRoles, type StaffRole } from '@app/domain/auth/roles'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** Gives an account a role, or takes it. By SQL, since the accounts' own interface could not do it in the transaction that takes it down. */
export async function saveRole(
  trx: Transaction<Tables>,
  userId: string,
  role: StaffRole | null,
): Promise<void> {
  const metadata = JSON.stringify(role ? { role: metadataRoles[role] } : {})
  await sql`
    update auth.users set updated_at = now(),
      raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'role') || ${metadata}::jsonb
    where id = ${userId}`.execute(trx)
}
