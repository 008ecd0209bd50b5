import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** Where sign-in and data answer, and with which key everything is allowed there. */
export type PrivilegedAccess = { url: string; secretKey: string; fetch: typeof fetch }

/** A client with the privileged key. It signs nobody in and keeps nothing. */
export function privilegedClient({ url, secretKey, fetch }: PrivilegedAccess): SupabaseClient {
  return createClient(url, secretKey, {
    global: { fetch },
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      // Published keys are cached by this name across clients, and two platforms have different ones.
      storageKey: `server-${randomUUID()}`,
    },
  })
}
