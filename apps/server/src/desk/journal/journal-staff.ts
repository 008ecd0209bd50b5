import type { JournalStaff } from '@app/contracts/desk/journal'
import { staffRoleOf } from '@app/domain/auth/roles'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

type MemberRow = { id: string; emails: string[]; role: string | null }

/** Lists present and former staff with all their addresses, present ones first. */
export async function listJournalStaff(db: Kysely<Tables>): Promise<JournalStaff['members']> {
  const { rows } = await sql<MemberRow>`
    select * from (
    select user_id as id, coalesce(array_agg(email order by since, id) filter (where email is not null), '{}') as emails,
      (array_agg(role order by since desc, id desc))[1] as role
    from staff_history group by user_id) as members
    order by role is null, emails, id`.execute(db)
  return rows.map(({ id, emails, role }) => ({
    userId: id,
    emails: [...new Set(emails)],
    role: staffRoleOf(role),
  }))
}
