import type { SignedInUser } from '../caller.ts'
import { insufficientAal } from './factor-errors.ts'

/** Whether a user has a second factor that works. */
export function hasVerifiedFactor({ user }: SignedInUser): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

export function isUpgraded({ session }: SignedInUser): boolean {
  return session?.aal === 'aal2'
}

/** Refuses a change of address or password by someone who has a second factor and has not shown it. */
export function requireUpgradedSession(caller: SignedInUser): void {
  if (!hasVerifiedFactor(caller) || isUpgraded(caller)) return
  throw insufficientAal('AAL2 session is required to update email or password when MFA is enabled.', 401)
}
