import type { ClientConfig } from '@app/contracts/client-config'
import { accessToken, tokenRefused } from './session/access-token.ts'

/** Calls a function of the platform as whoever is signed in; signs out a session that turns out to be over. Throws when nobody is. */
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
