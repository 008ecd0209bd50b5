import type { AuthClient, AuthError } from '@supabase/auth-js'
import { analytics } from '../analytics/analytics.ts'
import { clearStoredData } from '../device/clear-device-data.ts'
import { setFlash } from '../device/flash-message.ts'
import { hardReload } from '../device/hard-reload.ts'
import { deviceKeys, tabKeys } from '../device/keys.ts'
import { isSessionEnd } from './session-end-codes.ts'

type Auth = InstanceType<typeof AuthClient>

let asking: Promise<void> | null = null

/**
 * To be called when a request with `token` was answered 401: a session may be ended elsewhere while its token still looks
 * good here. Asks the sign-in service, once for all that were refused together, and drops a session that is over. Resolves when
 * that is settled, and never rejects.
 */
export function checkSession(auth: Auth, token: string): Promise<void> {
  asking ??= endIfOver(auth, token)
    .catch(() => undefined)
    .finally(() => {
      asking = null
    })
  return asking
}

async function endIfOver(auth: Auth, token: string): Promise<void> {
  // Read from storage: a refusal of a session that another has replaced since says nothing of the present one.
  const present = (await auth.getSession()).data.session
  if (present?.access_token !== token) return
  const { error } = await auth.getUser(token)
  if (!error || !isOver(error)) return
  // Nobody here wanted that: `leaveEndedSession` follows.
  await auth.signOut({ scope: 'local' })
}

/**
 * To be called when a session has ended that nobody here wanted to end: this browser forgets its person, as whoever ended it
 * elsewhere wants, and a fresh page says so.
 */
export function handleSessionExpired(): void {
  analytics.reset()
  // Sessions end by accident too: what is nobody's yet, or on its way to the server, is not lost by it.
  clearStoredData([deviceKeys.outbox, deviceKeys.attempt, tabKeys.unsent], 'session_ended')
  setFlash('session_ended')
  hardReload(location.pathname)
}

/**
 * Only the service's own word ends a session: no answer does, and neither a server in trouble nor a firewall before it. A token that it takes for
 * none of its own is as good as over: what is asked for with it is refused until it runs out.
 */
function isOver({ name, code }: AuthError): boolean {
  return name === 'AuthSessionMissingError' || code === 'bad_jwt' || isSessionEnd(code)
}
