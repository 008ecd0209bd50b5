import type { ClientConfig } from '@app/contracts/client-config'
import type { ChangePhoneRequest } from '@app/contracts/subscription'
import { callApi } from './api.ts'
import { loadSupabase } from './supabase.ts'

export type AccountContact = { name: string; phone: string }

/**
 * Saves what changed of a user's name and phone: on the leads that are theirs beyond doubt, for the program they may have, and in their account.
 * Safe to repeat: the account, which tells what is stored, is written last. Throws when any of them refuses.
 */
export async function saveContact(
  config: ClientConfig,
  userId: string,
  changes: Partial<AccountContact>,
): Promise<void> {
  const { auth, rest } = await loadSupabase(config)
  await rest.from('quiz_leads').update(changes).eq('user_id', userId).eq('ownership', 'own').throwOnError()
  const { name, phone } = changes
  if (phone !== undefined) {
    await callApi(config, '/program/phone', { method: 'POST', body: { phone } satisfies ChangePhoneRequest })
  }
  const { error } = await auth.updateUser({
    data: {
      ...(name !== undefined && { name, full_name: name }),
      ...(phone !== undefined && { phone, phone_number: phone }),
    },
  })
  if (error) throw error
}
