import type { ClientConfig } from '@app/contracts/client-config'
import type { SaveContactRequest } from '@app/contracts/contact'
import { callApi } from './api.ts'
import { loadSupabase } from './session/supabase.ts'

export type AccountContact = { name: string; phone: string }

/**
 * Saves changes of the user's name and phone everywhere. Active programs follow, unless
 * `keepPrograms`. `ifMissing` saves a phone only when none is known. Throws on a refusal.
 */
export async function saveContact(
  config: ClientConfig,
  changes: Partial<AccountContact>,
  options: Pick<SaveContactRequest, 'keepPrograms' | 'ifMissing'> = {},
): Promise<void> {
  const body: SaveContactRequest = { ...changes, ...options }
  await callApi(config, '/contact', { method: 'POST', body })
  const { auth } = await loadSupabase(config)
  const { error } = await auth.refreshSession()
  if (error) throw error
}
