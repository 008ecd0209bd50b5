import type { IdentityRow } from './user-body.ts'

/** Returns what the token says about the ways a user can sign in: all of them, and the first. */
export function providersOf(identities: readonly IdentityRow[]): { provider: string; providers: string[] } {
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  return { provider: providers[0] ?? '', providers }
}
