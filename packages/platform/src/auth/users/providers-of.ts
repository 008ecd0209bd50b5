import type { IdentityRow } from './user-body.ts'

/** Returns a user's sign-in providers as the token names them: all of them, and the first. */
export function providersOf(identities: readonly IdentityRow[]): { provider: string; providers: string[] } {
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  return { provider: providers[0] ?? '', providers }
}
