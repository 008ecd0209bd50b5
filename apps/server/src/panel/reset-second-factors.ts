import { type Kysely, sql } from 'kysely'
import { resetSignInMethods } from '../accounts/reset-sign-in-methods.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'

/**
 * Removes all second factors and sign-in methods except the mailbox from an account, for a user who
 * lost their phone. Returns the number of factors; null for an unknown address. Audited as a
 * command.
 */
export function resetSecondFactors(
  { db, jobs }: { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'> },
  email: string,
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from auth.users where email = lower(btrim(${email})) and is_sso_user = false`.execute(trx)
    const subject = rows[0]?.id
    if (!subject) return null
    const factors = await resetSignInMethods(jobs, trx, subject)
    await trx
      .insertInto('audit_events')
      .values({
        action: 'second_factors_reset',
        actor: null,
        actor_role: 'command',
        subject,
        details: JSON.stringify({ factors }),
        source: 'command',
      })
      .execute()
    return factors
  })
}
