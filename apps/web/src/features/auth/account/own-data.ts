import type { ClientConfig } from '@app/contracts/client-config'
import { accessToken } from '#web/lib/access-token.ts'
import { loadSupabase } from '#web/lib/supabase.ts'

export type OwnData = { exportedAt: string; account: unknown; tables: unknown }

/** Everything kept about the signed-in user, as it is stored. Throws when any part of it cannot be read. */
export async function collectOwnData(config: ClientConfig): Promise<OwnData> {
  const { auth } = await loadSupabase(config)
  const { data: account, error } = await auth.getUser()
  if (error) throw error
  const token = await accessToken(config)
  if (!token) throw new Error('nobody is signed in')
  const response = await fetch(`${config.supabaseUrl}/functions/v1/export-account`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the data was not handed over: ${response.status}`)
  const { tables } = (await response.json()) as { tables: unknown }
  return { exportedAt: new Date().toISOString(), account: account.user, tables }
}
