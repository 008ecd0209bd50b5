import { type Kysely, sql } from 'kysely'
import { resetSignInMethods } from '../accounts/reset-sign-in-methods.ts'
import { saveRole } from '../accounts/save-role.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'

/**
 * Revokes the role of every owner whose address is not in `adminEmails`, with every way to sign in
 * but their mailbox. Returns how many there were. It is safe to repeat, and the database audits it.
 */
export async function revokeOwnerRoles(
  { db, jobs }: { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'> },
  adminEmails: readonly string[],
): Promise<number> {
  const { rows: former } = await sql<{ id: string }>`
    select account.id from staff cross join lateral (
      select id, email from auth.users where id = staff.user_id limit 1) as account
    where staff.role = 'admin' and coalesce(account.email, '') <> all (${[...adminEmails]}::text[])`.execute(
    db,
  )
  for (const { id } of former) {
    await db.transaction().execute(async (trx) => {
      await resetSignInMethods(jobs, trx, id)
      await saveRole(trx, id, null)
    })
  }
  return former.length
}
