import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The URL and the privileged key of the Supabase API. */
export type PrivilegedAccess = { url: string; secretKey: string; fetch: typeof fetch }

/** Creates a client with the privileged key and without a session. */
export function privilegedClient({ url, secretKey, fetch }: PrivilegedAccess): SupabaseClient {
  return createClient(url, secretKey, {
    global: { fetch },
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      // Published keys are cached by this name across clients, and two platforms have different
      // ones.
      storageKey: `server-${randomUUID()}`,
    },
  })
}
