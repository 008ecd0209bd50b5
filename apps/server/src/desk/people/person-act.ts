import type { Kysely } from 'kysely'
import { notFound } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'

/** A staff action about a person. */
export type PersonAct = { personId: string; by: Staff }

/** The account that a person has, for the audit; null for one who has none. Throws `not_found`. */
export async function findSubject(db: Kysely<Tables>, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('desk_people')
    .select('user_id')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.user_id
}
