import type { GivenRole } from '@app/contracts/desk/staff'
import { metadataRoles, type StaffRole } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordDeskAct } from '../audit/record-audit.ts'
import { invalidInput, notFound } from '../http/app-error.ts'
import type { Staff } from '../http/staff.ts'
import { readyAccount } from '../panel/ready-account.ts'
import type { Tables } from '../services/tables.ts'
import { lockAccount } from './lock-account.ts'

type StaffServices = { db: Kysely<Tables>; supabase: SupabaseClient }

/** Gives the account of an address a role. Refuses an owner's address: who is one, the settings say. */
export async function appointStaff(
  { db, supabase }: StaffServices,
  { email, role, by }: { email: string; role: GivenRole; by: Staff },
): Promise<void> {
  const account = await readyAccount(supabase, email, [metadataRoles.owner, metadataRoles[role]])
  await db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, account.id)
    if (!before) throw notFound()
    if (before.role === 'owner') throw invalidInput({ email: 'owner' })
    if (before.role === role) return
    await saveRole(trx, account.id, role)
    await recordDeskAct(trx, {
      action: 'staff_appointed',
      ...{ by, subject: account.id, before: { role: before.role }, after: { role } },
    })
  })
}

/** Takes the role from an assistant or a technician, and ends their sessions. */
export function dismissStaff(
  { db }: Pick<StaffServices, 'db'>,
  { userId, by }: { userId: string; by: Staff },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, userId)
    if (!before?.role || before.role === 'owner') throw notFound()
    await saveRole(trx, userId, null)
    await trx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
    await recordDeskAct(trx, {
      action: 'staff_dismissed',
      ...{ by, subject: userId, before: { role: before.role }, after: { role: null } },
    })
  })
}

/** By ourselves, since the accounts' own interface could not do it in the transaction that takes it down. */
async function saveRole(trx: Transaction<Tables>, userId: string, role: StaffRole | null): Promise<void> {
  const metadata = JSON.stringify(role ? { role: metadataRoles[role] } : {})
  await sql`
    update auth.users set updated_at = now(),
      raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'role') || ${metadata}::jsonb
    where id = ${userId}`.execute(trx)
}
