import type { ClientConfig } from '@app/contracts/client-config'
import { signedInId } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Returns the user's access token, renewed if needed; null for a visitor. Throws a network error
 * while it cannot be renewed.
 */
export async function accessToken(config: ClientConfig): Promise<string | null> {
  if (!signedInId()) return null
  // Without the sign-in script no user can be verified.
  const supabase = await loadSupabase(config).catch(() => null)
  return supabase?.sessionToken() ?? null
}

/** Checks the session after a 401 with this token, and signs out an ended one. Never rejects. */
export async function tokenRefused(config: ClientConfig, token: string): Promise<void> {
  try {
    const [{ auth }, { checkSession }] = await Promise.all([
      loadSupabase(config),
      import('./session-expired.ts'),
    ])
    await checkSession(auth, token)
  } catch {
    // An unreachable service proves nothing.
  }
}
