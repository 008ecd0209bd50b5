import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { sessionNotFound } from '../auth-errors.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { endSessions, lockSessions } from '../sessions/sessions.ts'
import type { FactorRow } from '../users/user-body.ts'
import { needsFactor } from './assurance.ts'
import { factorNotFound, lastFactor } from './factor-errors.ts'
import { methodOf } from './verify-factor.ts'

/** Removes a factor of anybody, as an administrator asks; sessions that rested on it fall back to AAL1. */
export async function unenrollFactor(trx: Trx, factor: FactorRow): Promise<void> {
  // Before the factor, as whoever shows its code comes to them: the session would be lifted by a factor that is gone.
  await lockSessions(trx, factor.user_id)
  await removeFactor(trx, factor)
}

async function removeFactor(trx: Trx, factor: FactorRow): Promise<void> {
  const downgraded = await trx
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('user_id', '=', factor.user_id)
    .where('factor_id', '=', factor.id)
    .returning('id')
    .execute()
  const ids = downgraded.map(({ id }) => id)
  if (ids.length > 0) {
    await trx
      .deleteFrom('auth.mfa_amr_claims')
      .where('session_id', 'in', ids)
      .where('authentication_method', '=', methodOf(factor))
      .execute()
  }
  await trx.deleteFrom('auth.mfa_factors').where('id', '=', factor.id).execute()
}

/**
 * Removes a factor as its owner asks, and ends the other sessions where it was in use. Throws `session_not_found` where the session that asks has been ended meanwhile, as the first
 * proof of a factor ends those that did not show it; `mfa_factor_not_found` where the factor is no longer what the caller has judged;
 * and `last_mfa_factor` when it is the last one of somebody who needs one.
 */
export async function unenrollOwnFactor(
  { db, settings }: AuthContext,
  { user, session }: SignedInUser,
  factor: FactorRow,
): Promise<void> {
  const needsOne = needsFactor(settings, user)
  await db.transaction().execute(async (trx) => {
    // Before the user, as a deletion comes to them, or the two could wait for each other.
    const held = await lockSessions(trx, user.id)
    if (session && !held.includes(session.id)) throw sessionNotFound()
    // Two removed at once must not each take the other for the one that is left.
    await trx.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute()
    if (!(await isUnchanged(trx, factor))) throw factorNotFound()
    if (factor.status === 'verified' && needsOne && !(await hasAnother(trx, factor))) throw lastFactor()
    await removeFactor(trx, factor)
    // Whoever has what showed it may be signed in.
    if (factor.status === 'verified')
      await endSessions(trx, user.id, session ? { except: session.id } : 'all')
  })
}

async function isUnchanged(trx: Trx, { id, status }: FactorRow): Promise<boolean> {
  const found = await trx
    .selectFrom('auth.mfa_factors')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.status === status
}

async function hasAnother(trx: Trx, factor: FactorRow): Promise<boolean> {
  const other = await trx
    .selectFrom('auth.mfa_factors')
    .select('id')
    .where('user_id', '=', factor.user_id)
    .where('status', '=', 'verified')
    .where('id', '!=', factor.id)
    .executeTakeFirst()
  return other !== undefined
}
