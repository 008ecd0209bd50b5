import { hasPermission, type StaffPermission, type StaffRole } from './roles.ts'

/** The facts about a caller who requests a staff action. */
export type AdmissionFacts = {
  /** Null for users outside the staff. */
  role: StaffRole | null
  /** The assurance level of the session, such as `aal2`; null without a session. */
  assurance: string | null
  /** The time of the session's last authentication, by any method. */
  provenAt: Date | null
  /** True when the user has a verified second factor now. */
  hasFactor: boolean
}

export type Admission = 'admitted' | 'not_allowed' | 'second_factor_required' | 'fresh_sign_in_required'

/**
 * A recent sign-in stays valid for this long: enough to finish an action, too short for an
 * unattended computer.
 */
export const freshSignInMs = 10 * 60 * 1000

export type AdmissionRequest = { needs: StaffPermission; now: Date; fresh?: boolean }

/** Decides whether someone may do what needs that of the staff; `fresh` asks for a proof of just now as well. */
export function decideAdmission(
  { role, assurance, provenAt, hasFactor }: AdmissionFacts,
  { needs, now, fresh = false }: AdmissionRequest,
): Admission {
  if (!role || !hasPermission(role, needs)) return 'not_allowed'
  if (assurance !== 'aal2' || !hasFactor) return 'second_factor_required'
  if (!fresh) return 'admitted'
  const isFresh = provenAt !== null && now.getTime() - provenAt.getTime() < freshSignInMs
  return isFresh ? 'admitted' : 'fresh_sign_in_required'
}
