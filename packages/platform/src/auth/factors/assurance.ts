import type { ResolvedSettings } from '../../settings.ts'
import type { AuthContext } from '../auth-context.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import type { User } from '../users/user-body.ts'
import { type FreshAction, freshProofNeeded, insufficientAal } from './factor-errors.ts'

/** Returns true when a user has a second factor that works. */
export function hasVerifiedFactor({ user }: SignedInUser): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** Returns true when a user must always have a second factor, by their role. */
export function needsFactor({ auth }: ResolvedSettings, user: User): boolean {
  return auth.mfa.requiredOfAppRoles.includes(String(user.raw_app_meta_data?.role))
}

export function hasSecondFactor({ session }: SignedInUser): boolean {
  return session?.aal === 'aal2'
}

/** Refuses a change of address or password by someone who has a second factor and has not shown it. */
export function requireUpgradedSession(caller: SignedInUser): void {
  if (!hasVerifiedFactor(caller) || hasSecondFactor(caller)) return
  throw insufficientAal('AAL2 session is required to update email or password when MFA is enabled.', 401)
}

/**
 * Requires a recent sign-in (`enrollWithinSeconds`) for adding and removing factors and passkeys,
 * because an unattended session must not gain or lose them. Unverified factors are exempt.
 */
export async function requireFreshProof(
  { db, settings }: AuthContext,
  { session }: SignedInUser,
  action: FreshAction,
): Promise<void> {
  const { enrollWithinSeconds } = settings.auth.mfa
  if (enrollWithinSeconds === null) return
  if (!session) throw freshProofNeeded(action)
  const { provenAt } = await db
    .selectFrom('auth.mfa_amr_claims')
    .select((claims) => claims.fn.max('updated_at').as('provenAt'))
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  if (provenAt && Date.now() - provenAt.getTime() < enrollWithinSeconds * 1000) return
  throw freshProofNeeded(action)
}
