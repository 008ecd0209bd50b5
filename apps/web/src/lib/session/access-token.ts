import type { ClientConfig } from '@app/contracts/client-config'
import { signedInId } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * The token of whoever is signed in, renewed when it is about to end; null for a visitor, and where the sign-in client did not come. Throws as
 * a lost network does while the session can neither be renewed nor is over.
 */
export async function accessToken(config: ClientConfig): Promise<string | null> {
  if (!signedInId()) return null
  // Without its script nobody can be proven signed in.
  const supabase = await loadSupabase(config).catch(() => null)
  return supabase?.sessionToken() ?? null
}

/** To be called when the product API answered 401 to a request with this token: signs out a session that is over. Never rejects. */
export async function tokenRefused(config: ClientConfig, token: string): Promise<void> {
  try {
    const [{ auth }, { checkSession }] = await Promise.all([
      loadSupabase(config),
      import('./session-expired.ts'),
    ])
    await checkSession(auth, token)
  } catch {
    // Whoever cannot be asked has said nothing: the refusal stands alone.
  }
}
