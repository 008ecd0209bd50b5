import { hasPermission, type StaffPermission, type StaffRole } from './roles.ts'

/** What is known of whoever asks for something that the staff do. */
export type AdmissionFacts = {
  /** Null for a user like any other. */
  role: StaffRole | null
  /** How far the session has proven its user, in the words of the sign-in service; null without a session. */
  assurance: string | null
  /** When the session last proved it, by whatever means. */
  provenAt: Date | null
  /** True when the user has a verified second factor now; the session may have outlived it. */
  hasFactor: boolean
}

export type Admission = 'admitted' | 'not_allowed' | 'second_factor_required' | 'fresh_sign_in_required'

/** A proof is fresh for this long: enough to go through with what it was asked for, too short for a computer left alone. */
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
