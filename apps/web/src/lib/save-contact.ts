import type { ClientConfig } from '@app/contracts/client-config'
import type { SaveContactRequest } from '@app/contracts/contact'
import { callApi } from './api.ts'
import { loadSupabase } from './supabase.ts'

export type AccountContact = { name: string; phone: string }

/**
 * Saves what changed of the signed-in user's name and phone, wherever these are kept: all of it or nothing. Safe to repeat.
 * Throws when it is refused, or when the session does not learn of it.
 */
export async function saveContact(config: ClientConfig, changes: Partial<AccountContact>): Promise<void> {
  await callApi(config, '/contact', { method: 'POST', body: changes satisfies SaveContactRequest })
  const { auth } = await loadSupabase(config)
  const { error } = await auth.refreshSession()
  if (error) throw error
}
