import type { JsonObject } from '../../database/tables.ts'
import type { OutsideIdentity } from '../identity/user-of-identity.ts'

/**
 * Keeps of a provider's claims who it is and how they are called, and nothing that changes at each
 * sign-in.
 */
export function toOutsideIdentity(
  provider: string,
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
): OutsideIdentity {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined)
  const subject = text('sub') ?? ''
  const email = text('email')?.trim().toLowerCase() || null
  // Some providers send the flag as text.
  const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
  const name = text('name') ?? text('preferred_username')
  const facts: Record<string, unknown> = {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    email: email ?? undefined,
    email_verified: emailVerified,
    phone_verified: false,
    name,
    full_name: name,
    avatar_url: text('picture'),
    picture: text('picture'),
  }
  return {
    provider,
    subject,
    email,
    emailVerified,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as JsonObject,
  }
}
