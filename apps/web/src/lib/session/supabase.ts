import type { ClientConfig } from '@app/contracts/client-config'
import type { Supabase } from './supabase-client.ts'

let loadingSupabase: Promise<Supabase> | null = null

/** The sign-in and data client, fetched and made at the first call. Rejects when its script cannot be fetched. */
export function loadSupabase(config: ClientConfig): Promise<Supabase> {
  loadingSupabase ??= import('./supabase-client.ts').then(({ openSupabase }) => openSupabase(config))
  // A lost connection must not be remembered for the rest of the visit.
  loadingSupabase.catch(() => {
    loadingSupabase = null
  })
  return loadingSupabase
}
