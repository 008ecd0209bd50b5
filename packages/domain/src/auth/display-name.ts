export type PersonFacts = {
  email?: string | undefined
  user_metadata?: {
    name?: string | undefined
    full_name?: string | undefined
    phone?: string | undefined
    phone_number?: string | undefined
  }
}

/** Returns the name of a signed-in user: name, else full name, else e-mail. */
export function displayName({ email, user_metadata: meta }: PersonFacts): string {
  return meta?.name?.trim() || meta?.full_name?.trim() || email || ''
}

export function displayPhone({ user_metadata: meta }: PersonFacts): string | null {
  return meta?.phone?.trim() || meta?.phone_number?.trim() || null
}

/** Digits of a one-time code (specification, section 9). */
export const codeLength = 6
