import type { ClientConfig } from '@app/contracts/client-config'
import { whenIdle } from '../page/when-idle.ts'
import { rereadSession, signedInId } from './session.ts'
import { sessionKey } from './session-storage.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Keeps the session alive while the page is open: loads the sign-in client once the page is idle
 * when there is a session, and when another tab signs in. Stops when the returned function is
 * called.
 */
export function watchSession(config: ClientConfig): () => void {
  const load = () => void loadSupabase(config).catch(() => undefined)
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== sessionKey) return
    rereadSession()
    if (signedInId()) load()
  }
  window.addEventListener('storage', onStorage)
  const idle = signedInId() ? whenIdle(load) : undefined
  return () => {
    window.removeEventListener('storage', onStorage)
    idle?.()
  }
}
