import { type Kysely, sql, type Transaction } from 'kysely'
import { holdSignIns } from '../accounts/hold-sign-ins.ts'
import type { Tables } from '../services/tables.ts'

/**
 * Takes every second factor and passkey from the account of an address and ends its sessions: the way back for somebody whose
 * phone is lost. Answers how many factors there were; null when nobody has the address. Audited as done by a command.
 */
export function resetSecondFactors(db: Kysely<Tables>, email: string): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from auth.users where email = lower(btrim(${email})) and is_sso_user = false`.execute(trx)
    const subject = rows[0]?.id
    if (!subject) return null
    await holdSignIns(trx, subject)
    const removed = await trx
      .deleteFrom('auth.mfa_factors')
      .where('user_id', '=', subject)
      .returning('status')
      .execute()
    await deletePasskeys(trx, subject)
    await trx.deleteFrom('auth.sessions').where('user_id', '=', subject).execute()
    const factors = removed.filter(({ status }) => status === 'verified').length
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

/** A hosted project may be older than passkeys. */
async function deletePasskeys(trx: Transaction<Tables>, userId: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('auth.webauthn_credentials') is not null as there`.execute(trx)
  if (rows[0]?.there) await sql`delete from auth.webauthn_credentials where user_id = ${userId}`.execute(trx)
}
