import type { ClientConfig } from '@app/contracts/client-config'
import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { acceptSessionEvent } from './session.ts'
import { sessionKey, toPerson } from './session-storage.ts'

export type Supabase = {
  auth: InstanceType<typeof AuthClient>
  rest: PostgrestClient
  /** Rows as whoever is not signed in may see them. */
  visitor: PostgrestClient
}

/**
 * Makes the client from its two parts that the product uses. Every change of the session goes to `session.ts`; a
 * request carries the token of the moment it is made.
 */
export function openSupabase({ supabaseUrl, supabaseKey }: ClientConfig): Supabase {
  const headers = { apikey: supabaseKey, ...bearer(isJwt(supabaseKey) ? supabaseKey : null) }
  const auth = new AuthClient({ url: `${supabaseUrl}/auth/v1`, headers, storageKey: sessionKey })
  auth.onAuthStateChange((event, session) => acceptSessionEvent(event, toPerson(session?.user)))

  const signedFetch: typeof fetch = async (input, init) => {
    const signed = new Headers(init?.headers)
    const token = (await auth.getSession()).data.session?.access_token
    if (token) signed.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers: signed })
  }
  // Retries are the query client's business (specification, section 9).
  const restUrl = `${supabaseUrl}/rest/v1`
  const rest = new PostgrestClient(restUrl, { headers, fetch: signedFetch, retry: false })
  const visitor = new PostgrestClient(restUrl, { headers, retry: false })
  return { auth, rest, visitor }
}

function bearer(token: string | null) {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** A publishable key is no token and is refused as one; the older anonymous key is a JWT and is sent as such. */
function isJwt(key: string): boolean {
  return key.split('.').length === 3
}
