import type { StaffMember } from '@app/contracts/desk/staff'
import { metadataRoles, staffRoleOf, staffRoles } from '@app/domain/auth/roles'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

type StaffRow = {
  id: string
  email: string | null
  role: string
  has_factor: boolean
  last_sign_in_at: Date | null
}

/** Lists all staff, owners first. Each account is read by id, because there are few. */
export async function listStaff(db: Kysely<Tables>): Promise<StaffMember[]> {
  const names = staffRoles.map((role) => metadataRoles[role])
  const { rows } = await sql<StaffRow>`
    select account.*, staff.role,
      exists (select from auth.mfa_factors where user_id = account.id and status = 'verified') as has_factor
    from staff cross join lateral (
      select id, email, last_sign_in_at from auth.users where id = staff.user_id limit 1) as account
    order by array_position(array[${sql.join(names)}], staff.role), email`.execute(db)
  return rows.flatMap(({ id, email, role, has_factor, last_sign_in_at }) => {
    const staffRole = staffRoleOf(role)
    if (!staffRole) return []
    return [
      {
        ...{ userId: id, email, role: staffRole, hasFactor: has_factor },
        lastSignInAt: last_sign_in_at?.toISOString() ?? null,
      },
    ]
  })
}
