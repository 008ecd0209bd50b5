import type { ClientConfig } from '@app/contracts/client-config'
import { accessToken, tokenRefused } from './session/access-token.ts'

/**
 * Calls a platform function as the signed-in user, and signs out an ended session. Throws without a
 * user.
 */
export async function callFunction(config: ClientConfig, name: string): Promise<Response> {
  const token = await accessToken(config)
  if (!token) throw new Error('nobody is signed in')
  const response = await fetch(`${config.supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, authorization: `Bearer ${token}` },
  })
  if (response.status === 401) await tokenRefused(config, token)
  return response
}
