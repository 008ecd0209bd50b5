import type { GivenRole } from '@app/contracts/desk/staff'
import { type StaffRole, staffRoleOf } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql } from 'kysely'
import { findAccountId, recordDeskAct } from '../audit/record-audit.ts'
import type { Administrator } from '../http/administrator.ts'
import { invalidInput, notFound } from '../http/app-error.ts'
import { appointAdministrator } from '../panel/appoint-administrator.ts'
import type { Tables } from '../services/tables.ts'

type StaffServices = { db: Kysely<Tables>; supabase: SupabaseClient }

/** Gives the account of an address a role. Refuses an owner's address: who is one, the settings say. */
export async function appointStaff(
  { db, supabase }: StaffServices,
  { email, role, by }: { email: string; role: GivenRole; by: Administrator },
): Promise<void> {
  const known = await findAccountId(db, email)
  const before = known ? await roleOf(db, known) : null
  if (before === 'owner') throw invalidInput({ email: 'owner' })
  const subject = await appointAdministrator(supabase, email, role)
  await recordDeskAct(db, {
    action: 'staff_appointed',
    ...{ by, subject, before: { role: before }, after: { role } },
  })
}

/** Takes the role from an assistant or a technician, and ends their sessions. */
export async function dismissStaff(
  { db, supabase }: StaffServices,
  { userId, by }: { userId: string; by: Administrator },
): Promise<void> {
  const before = await roleOf(db, userId)
  if (before === null || before === 'owner') throw notFound()
  const { error } = await supabase.auth.admin.updateUserById(userId, { app_metadata: { role: null } })
  if (error) throw error
  await db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute()
  await recordDeskAct(db, {
    action: 'staff_dismissed',
    ...{ by, subject: userId, before: { role: before }, after: { role: null } },
  })
}

async function roleOf(db: Kysely<Tables>, userId: string): Promise<StaffRole | null> {
  const { rows } = await sql<{ role: string | null }>`
    select raw_app_meta_data ->> 'role' as role from auth.users where id = ${userId}`.execute(db)
  return staffRoleOf(rows[0]?.role)
}
