import type { ClientConfig } from '@app/contracts/client-config'
import type { Supabase } from './supabase-client.ts'

let loading: Promise<Supabase> | null = null

/** The sign-in and data client, fetched and made at the first call. Rejects when its script cannot be fetched. */
export function loadSupabase(config: ClientConfig): Promise<Supabase> {
  loading ??= import('./supabase-client.ts').then(({ openSupabase }) => openSupabase(config))
  // A lost connection must not be remembered for the rest of the visit.
  loading.catch(() => {
    loading = null
  })
  return loading
}
