import type { ClientConfig } from '@app/contracts/client-config'
import { accessToken } from '#web/lib/access-token.ts'

/**
 * Deletes the signed-in user's account with everything about them on the server. Throws when the server did not say
 * that it is done; then nothing has changed, and it may be tried again.
 */
export async function deleteAccount(config: ClientConfig): Promise<void> {
  const token = await accessToken(config)
  if (!token) throw new Error('nobody is signed in')
  const response = await fetch(`${config.supabaseUrl}/functions/v1/delete-account`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the account was not deleted: ${response.status}`)
}
