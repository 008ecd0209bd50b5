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

/** Everybody with a role, owners first. */
export async function listStaff(db: Kysely<Tables>): Promise<StaffMember[]> {
  const names = staffRoles.map((role) => metadataRoles[role])
  const { rows } = await sql<StaffRow>`
    select id, email, raw_app_meta_data ->> 'role' as role, last_sign_in_at,
      exists (select from auth.mfa_factors where user_id = users.id and status = 'verified') as has_factor
    from auth.users where raw_app_meta_data ->> 'role' in (${sql.join(names)})
    order by array_position(array[${sql.join(names)}], raw_app_meta_data ->> 'role'), email`.execute(db)
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
