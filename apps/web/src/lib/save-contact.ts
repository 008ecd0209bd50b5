import type { ClientConfig } from '@app/contracts/client-config'
import type { SaveContactRequest } from '@app/contracts/contact'
import { callApi } from './api.ts'
import { loadSupabase } from './session/supabase.ts'

export type AccountContact = { name: string; phone: string }

/**
 * Saves what changed of the signed-in user's name and phone, wherever these are kept: all of it or nothing. Safe to repeat.
 * A program under way writes to the new phone, unless `keepPrograms`. With `ifMissing` a phone is saved only where none is known.
 * Throws when it is refused, or when the session does not learn of it.
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
