import type { ClientConfig } from '@app/contracts/client-config'
import { analytics } from '#web/lib/analytics/analytics.ts'
import { loggedOut } from '#web/lib/analytics/auth-events.ts'
import { clearStoredData } from '#web/lib/device/clear-device-data.ts'
import { hardReload } from '#web/lib/device/hard-reload.ts'
import { pageOutbox } from '#web/lib/outbox/page-outbox.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'

/** The longest wait for the network before the device is cleared. */
const networkWaitMs = 4000

/** Sends what waits on this device; answers whether something still does and would be lost with it. */
export async function hasUnsentAttempt({ apiUrl }: ClientConfig): Promise<boolean> {
  const outbox = pageOutbox(apiUrl)
  if (outbox.isEmpty()) return false
  await Promise.race([outbox.flush(), waitForNetwork()])
  return !outbox.isEmpty()
}

/**
 * Signs out in this browser, clears its personal data in every tab and reloads the home page. It
 * works without a connection too.
 */
export async function clearDeviceData(config: ClientConfig): Promise<void> {
  if (signedInId()) {
    // Tracked before the session ends.
    loggedOut('local')
    await Promise.race([endSession(config, 'local'), waitForNetwork()])
  }
  resetToSignedOut(config)
}

/** Ends every session of the user and forgets them here. Answers false, still signed in, when the server is away. */
export async function signOutEverywhere(config: ClientConfig): Promise<boolean> {
  if ((await hasUnsentAttempt(config)) || !(await endSession(config, 'global'))) return false
  resetToSignedOut(config)
  return true
}

/** Forgets the person on this device, in memory too: only a fresh page has none of them. `leaveWord` is what that page is to say. */
export function resetToSignedOut({ ownApiUrl }: ClientConfig, leaveWord?: () => void): void {
  analytics.reset()
  // The staff's pass to the panel is a cookie that only the server can take away.
  void fetch(`${ownApiUrl}/panel/session`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  clearStoredData()
  leaveWord?.()
  hardReload()
}

async function endSession(config: ClientConfig, scope: 'local' | 'global'): Promise<boolean> {
  try {
    const { signOut } = await loadSupabase(config)
    if (scope === 'global') loggedOut(scope)
    // A session that was over before is ended as well, whatever the server says to it.
    return (await signOut(scope)) || !signedInId()
  } catch {
    return false
  }
}

function waitForNetwork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, networkWaitMs))
}
