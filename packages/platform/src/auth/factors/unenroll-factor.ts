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
  // In the lock order: sessions before the factor.
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
 * Removes the user's own factor and ends the other sessions if it was verified. Throws
 * `session_not_found` for an ended session, `mfa_factor_not_found` for a changed factor, and
 * `last_mfa_factor` for the last required one.
 */
export async function unenrollOwnFactor(
  { db, settings }: AuthContext,
  { user, session }: SignedInUser,
  factor: FactorRow,
): Promise<void> {
  const needsOne = needsFactor(settings, user)
  await db.transaction().execute(async (trx) => {
    // In the lock order, so that a concurrent deletion cannot deadlock.
    const held = await lockSessions(trx, user.id)
    if (session && !held.includes(session.id)) throw sessionNotFound()
    // Locked, so that two concurrent removals cannot remove both last factors.
    await trx.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute()
    if (!(await isUnchanged(trx, factor))) throw factorNotFound()
    if (factor.status === 'verified' && needsOne && !(await hasAnother(trx, factor))) throw lastFactor()
    await removeFactor(trx, factor)
    // The removed factor may have opened them.
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
