import type { AuthClient, AuthError } from '@supabase/auth-js'
import { analytics } from '../analytics/analytics.ts'
import { clearStoredData } from '../device/clear-device-data.ts'
import { setFlash } from '../device/flash-message.ts'
import { hardReload } from '../device/hard-reload.ts'
import { deviceKeys, tabKeys } from '../device/keys.ts'
import { isSessionEnd } from './session-end-codes.ts'

type AuthClientInstance = InstanceType<typeof AuthClient>

let pendingCheck: Promise<void> | null = null

/**
 * Checks the session after a request with `token` was answered 401, once for all requests together,
 * and signs out when it is over. It never rejects.
 */
export function checkSession(auth: AuthClientInstance, token: string): Promise<void> {
  pendingCheck ??= endSessionIfOver(auth, token)
    .catch(() => undefined)
    .finally(() => {
      pendingCheck = null
    })
  return pendingCheck
}

async function endSessionIfOver(auth: AuthClientInstance, token: string): Promise<void> {
  // A replaced session is not affected.
  const present = (await auth.getSession()).data.session
  if (present?.access_token !== token) return
  const { error } = await auth.getUser(token)
  if (!error || !isSessionOver(error)) return
  // `handleSessionExpired` follows.
  await auth.signOut({ scope: 'local' })
}

/**
 * Clears this browser after a session ended without a sign-out here, and reloads the page with a
 * flash message.
 */
export function handleSessionExpired(): void {
  analytics.reset()
  // Sessions end by accident too, so unsent data stays.
  clearStoredData([deviceKeys.outbox, deviceKeys.attempt, tabKeys.unsent], 'session_ended')
  setFlash('session_ended')
  hardReload(location.pathname)
}

/**
 * Returns true when the sign-in service says that the session is over. Server and proxy errors do
 * not count.
 */
function isSessionOver({ name, code }: AuthError): boolean {
  return name === 'AuthSessionMissingError' || code === 'bad_jwt' || isSessionEnd(code)
}
