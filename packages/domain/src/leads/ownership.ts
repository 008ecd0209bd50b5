/** The way a lead came to its owner. */
export type LeadOwnership =
  /** Saved by a signed-in user. */
  | 'own'
  /** Linked by e-mail without signing in: the cabinet asks its owner to confirm. */
  | 'linked'
  /** Nobody's. */
  | 'anonymous'

/** What became of the silent sign-up for a visitor's e-mail. */
export type SignupOutcome = { created: string } | { existing: string } | { failed: string }

export type Owner = { userId: string | null; ownership: LeadOwnership }

/** Returns the owner of a finished attempt (specification, section 6). */
export function ownerOf(signedInUserId: string | null, signup: SignupOutcome | null): Owner {
  if (signedInUserId) return { userId: signedInUserId, ownership: 'own' }
  if (signup && 'created' in signup) return { userId: signup.created, ownership: 'linked' }
  if (signup && 'existing' in signup) return { userId: signup.existing, ownership: 'linked' }
  return { userId: null, ownership: 'anonymous' }
}

/**
 * The number of leads that may wait for an account's owner to say whose they are: more than a
 * person takes tests, fewer than anybody can leave.
 */
export const maxLinkedLeads = 10

/**
 * Returns true when a sign-up error says that the account is there already, by the words the
 * specification names.
 */
export function saysAccountExists(errorText: string): boolean {
  return /already|exists|registered/i.test(errorText)
}
