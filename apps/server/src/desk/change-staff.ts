import type { GivenRole } from '@app/contracts/desk/staff'
import { metadataRoles } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import { resetSignInMethods } from '../accounts/reset-sign-in-methods.ts'
import { saveRole } from '../accounts/save-role.ts'
import { recordDeskAction } from '../audit/record-audit.ts'
import { invalidInput, notFound } from '../http/app-error.ts'
import type { Staff } from '../http/staff.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { prepareAccount } from '../panel/prepare-account.ts'
import type { Tables } from '../services/tables.ts'
import { lockAccount } from './lock-account.ts'

export type StaffServices = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; supabase: SupabaseClient }

/** Gives the account of an address a role. Refuses an owner's address: who is one, the settings say. */
export async function appointStaff(
  services: StaffServices,
  { email, role, by }: { email: string; role: GivenRole; by: Staff },
): Promise<void> {
  const account = await prepareAccount(services, email, [metadataRoles.owner, metadataRoles[role]])
  await services.db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, account.id)
    if (!before) throw notFound()
    if (before.role === 'owner') throw invalidInput({ email: 'owner' })
    if (before.role === role) return
    await saveRole(trx, account.id, role)
    await recordDeskAction(trx, {
      action: 'staff_appointed',
      ...{ by, subject: account.id, before: { role: before.role }, after: { role } },
    })
  })
}

/** Takes the role from an assistant or a technician, and every way in that they had with it but their mailbox. */
export function dismissStaff(
  { db, jobs }: Pick<StaffServices, 'db' | 'jobs'>,
  { userId, by }: { userId: string; by: Staff },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, userId)
    if (!before?.role || before.role === 'owner') throw notFound()
    await saveRole(trx, userId, null)
    await resetSignInMethods(jobs, trx, userId)
    await recordDeskAction(trx, {
      action: 'staff_dismissed',
      ...{ by, subject: userId, before: { role: before.role }, after: { role: null } },
    })
  })
}
