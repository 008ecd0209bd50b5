/** The way in which a lead belongs to its owner. */
export type LeadOwnership =
  /** Saved by a signed-in user. */
  | 'own'
  /** Linked by e-mail without signing in, until the owner confirms it. */
  | 'linked'
  /** Without an owner. */
  | 'anonymous'

/** The outcome of the silent sign-up with a visitor's e-mail. */
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
 * The number of unconfirmed leads for each account: more than a person needs, few enough against
 * abuse.
 */
export const maxLinkedLeads = 10

/**
 * Returns true when a sign-up error says that the account is there already, by the words the
 * specification names.
 */
export function saysAccountExists(errorText: string): boolean {
  return /already|exists|registered/i.test(errorText)
}
