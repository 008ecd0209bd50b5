import type { ClientConfig } from '@app/contracts/client-config'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { acceptSessionEvent } from '#web/lib/session.ts'
import { sessionKey } from '#web/lib/session-storage.ts'
import { loadSupabase } from '#web/lib/supabase.ts'

/**
 * Ends the session in this browser, or everywhere. Without a connection this browser forgets it all the same,
 * because whoever presses the button may be about to hand the device on; `false` then, as the other devices and
 * the server have not heard of it.
 */
export async function signOut(config: ClientConfig, scope: 'local' | 'global' = 'local'): Promise<boolean> {
  const { error } = await loadSupabase(config)
    .then(({ auth }) => auth.signOut({ scope }))
    .catch((error: unknown) => ({ error }))
  if (!error) return true
  deviceStore.removeItem(sessionKey)
  acceptSessionEvent('SIGNED_OUT', null)
  return false
}
