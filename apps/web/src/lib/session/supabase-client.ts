import type { ClientConfig } from '@app/contracts/client-config'
import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { deviceStore, type KeyValueStore } from '../browser-storage.ts'
import { beforeEnd, combineSignals, deadlineOf, fetchInTime } from '../deadline.ts'
import { removeStoredKeys } from '../device/clear-device-data.ts'
import { libraryKeys } from '../device/keys.ts'
import { fetchWithBackoff } from './fetch-with-backoff.ts'
import { acceptSessionEvent, signedInId } from './session.ts'
import { checkSession, handleSessionExpired } from './session-expired.ts'
import { sessionKey, toPerson } from './session-storage.ts'

export type Supabase = {
  auth: InstanceType<typeof AuthClient>
  rest: PostgrestClient
  /** A client for rows as a visitor sees them. */
  visitor: PostgrestClient
  /**
   * Returns the access token, renewed if needed; null for a visitor. Throws a network error while
   * it cannot be renewed, so that the call is not sent as a visitor's.
   */
  sessionToken: () => Promise<string | null>
  /**
   * Ends the session on request, without a message. Resolves to whether the server confirmed it.
   */
  signOut: (scope: 'local' | 'global') => Promise<boolean>
}

/**
 * Makes the client from its two parts that the product uses. Every change of the session goes to
 * `session.ts`; a request carries the token of the moment it is made.
 */
export function openSupabase({ supabaseUrl, supabaseKey }: ClientConfig): Supabase {
  const headers = headersWith(supabaseKey)
  // Whether this page dropped the session, and whether that was requested.
  let isDroppedHere = false
  let isWanted = false
  const auth = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers,
    fetch: fetchWithBackoff,
    storageKey: sessionKey,
    storage: notifyOnRemoval(() => {
      isDroppedHere = true
    }),
    // A session belongs to the browser that asked for it. What an address brings is looked at by
    // `follow-link.ts`.
    flowType: 'pkce',
    detectSessionInUrl: false,
  })
  auth.onAuthStateChange((event, session) => {
    const wasSignedIn = signedInId() !== null
    acceptSessionEvent(event, toPerson(session?.user))
    // The stored proof of a mail is obsolete after a visitor's sign-in.
    if (!wasSignedIn && event === 'SIGNED_IN') removeStoredKeys((name) => libraryKeys.verifier.test(name))
    if (event !== 'SIGNED_OUT') return
    // A refused renewal drops the session. Another tab handles its own.
    if (wasSignedIn && isDroppedHere && !isWanted) handleSessionExpired()
    isDroppedHere = false
  })

  async function signOut(scope: 'local' | 'global'): Promise<boolean> {
    isWanted = true
    try {
      return (await auth.signOut({ scope })).error === null
    } finally {
      isWanted = false
    }
  }

  async function sessionToken(): Promise<string | null> {
    const { data, error } = await auth.getSession()
    if (error && signedInId()) throw new TypeError('The session cannot be renewed now', { cause: error })
    return data.session?.access_token ?? null
  }

  const signedFetch: typeof fetch = async (input, init) => {
    const signed = new Headers(init?.headers)
    const signal = combineSignals(deadlineOf(init?.method), init?.signal)
    // A session that is about to end is renewed first, and that is tried for longer than anybody
    // waits for a page.
    const token = await beforeEnd(sessionToken(), signal)
    if (token) signed.set('Authorization', `Bearer ${token}`)
    const response = await fetch(input, { ...init, headers: signed, signal })
    if (response.status === 401 && token) await checkSession(auth, token)
    return response
  }
  // Retries are the query client's business (specification, section 9).
  const restUrl = `${supabaseUrl}/rest/v1`
  const rest = new PostgrestClient(restUrl, { headers, fetch: signedFetch, retry: false })
  const visitor = new PostgrestClient(restUrl, { headers, fetch: fetchInTime, retry: false })
  return { auth, rest, visitor, sessionToken, signOut }
}

/** The device's store, which calls back when the session is removed from it by this page. */
function notifyOnRemoval(onDropped: () => void): KeyValueStore {
  return {
    getItem: (key) => deviceStore.getItem(key),
    setItem: (key, value) => deviceStore.setItem(key, value),
    removeItem(key) {
      if (key === sessionKey) onDropped()
      deviceStore.removeItem(key)
    },
  }
}

/**
 * Opens a separate client for a link's session, which the page does not see. `knowsRequests`: it
 * can use the stored proofs of requested links.
 */
export function openSideClient(
  { supabaseUrl, supabaseKey }: ClientConfig,
  { knowsRequests }: { knowsRequests: boolean },
): Supabase['auth'] {
  const ownKey = `${sessionKey}-link`
  return new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: headersWith(supabaseKey),
    fetch: fetchInTime,
    storageKey: ownKey,
    storage: createSideStorage((key) =>
      knowsRequests && key !== ownKey ? key.replace(ownKey, sessionKey) : null,
    ),
    flowType: 'pkce',
    detectSessionInUrl: false,
    autoRefreshToken: false,
  })
}

/** Holds everything in memory but what `pageKeyOf` names on the device. */
function createSideStorage(pageKeyOf: (key: string) => string | null): KeyValueStore {
  const held = new Map<string, string>()
  return {
    getItem(key) {
      const pageKey = pageKeyOf(key)
      return held.get(key) ?? (pageKey && deviceStore.getItem(pageKey))
    },
    setItem: (key, value) => void held.set(key, value),
    removeItem(key) {
      held.delete(key)
      const pageKey = pageKeyOf(key)
      if (pageKey) deviceStore.removeItem(pageKey)
    },
  }
}

function headersWith(supabaseKey: string) {
  return { apikey: supabaseKey, ...bearer(isJwt(supabaseKey) ? supabaseKey : null) }
}

function bearer(token: string | null) {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** A publishable key is no token and is refused as one; the older anonymous key is a JWT and is sent as such. */
function isJwt(key: string): boolean {
  return key.split('.').length === 3
}
