import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { loadSupabase } from './supabase.ts'
import type { Supabase } from './supabase-client.ts'

/** Calls the sign-in service; null when it agreed. Never throws: no connection is a refusal with status 0. */
export async function attemptAuth(
  config: ClientConfig,
  call: (supabase: Supabase) => Promise<{ error: AuthRefusal | null }>,
): Promise<AuthRefusal | null> {
  try {
    const { error } = await call(await loadSupabase(config))
    return error && toRefusal(error)
  } catch {
    return { status: 0 }
  }
}

function toRefusal({ code, status, message, reasons }: AuthRefusal): AuthRefusal {
  return { code, status, message, reasons }
}
