import { type StaffRole, staffRoleOf } from '@app/domain/auth/roles'
import { sql, type Transaction } from 'kysely'
import { lockSignIns } from '../accounts/lock-sign-ins.ts'
import type { Tables } from '../services/tables.ts'

/** Locks an account and returns its role; null for a deleted account. */
export async function lockAccount(
  trx: Transaction<Tables>,
  userId: string,
): Promise<{ role: StaffRole | null } | null> {
  await lockSignIns(trx, userId)
  const { rows } = await sql<{ role: string | null }>`
    select raw_app_meta_data ->> 'role' as role from auth.users where id = ${userId} for update`.execute(trx)
  return rows[0] ? { role: staffRoleOf(rows[0].role) } : null
}
