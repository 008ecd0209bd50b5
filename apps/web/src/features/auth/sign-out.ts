import type { ClientConfig } from '@app/contracts/client-config'
import { loggedOut } from '#web/lib/analytics/auth-events.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { acceptSessionEvent } from '#web/lib/session.ts'
import { sessionKey } from '#web/lib/session-storage.ts'
import { loadSupabase } from '#web/lib/supabase.ts'

/**
 * Ends the session in this browser. Without a connection the browser forgets it all the same, because whoever
 * presses the button may be about to hand the device on.
 */
export async function signOut(config: ClientConfig): Promise<void> {
  // Before the session ends: what follows belongs to nobody.
  loggedOut('local')
  if (await endSession(config, 'local')) return
  deviceStore.removeItem(sessionKey)
  acceptSessionEvent('SIGNED_OUT', null)
}

/** Ends every session of the user, this one too. Answers false, with everything as it was, when the server is away. */
export function signOutEverywhere(config: ClientConfig): Promise<boolean> {
  return endSession(config, 'global')
}

async function endSession(config: ClientConfig, scope: 'local' | 'global'): Promise<boolean> {
  try {
    const { auth } = await loadSupabase(config)
    if (scope === 'global') loggedOut(scope)
    const { error } = await auth.signOut({ scope })
    return error === null
  } catch {
    return false
  }
}
