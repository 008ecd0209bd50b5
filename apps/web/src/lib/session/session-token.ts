import type { AuthClient } from '@supabase/auth-js'
import { signedInId } from './session.ts'

/**
 * The token of the session, renewed when it is about to end; null for a visitor. Throws as a lost network does while a session can neither
 * be renewed nor is over: what is asked for with it must not go as a visitor's.
 */
export async function sessionToken(auth: InstanceType<typeof AuthClient>): Promise<string | null> {
  const { data, error } = await auth.getSession()
  if (error && signedInId()) throw new TypeError('The session cannot be renewed now', { cause: error })
  return data.session?.access_token ?? null
}
