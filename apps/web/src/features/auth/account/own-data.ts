import type { OwnData } from '@app/content/ru/own-data/own-data-page'
import type { ClientConfig } from '@app/contracts/client-config'
import { isRecord } from '@app/domain/is-record'
import { callFunction } from '#web/lib/call-function.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'

/** Loads all data of the user. Throws when a part fails. */
export async function collectOwnData(config: ClientConfig): Promise<OwnData> {
  const response = await callFunction(config, 'export-account')
  if (!response.ok) throw new Error(`the data was not handed over: ${response.status}`)
  const body: unknown = await response.json()
  if (!isRecord(body) || !isRecord(body.tables))
    throw new Error('the data was handed over without its tables')
  const { auth } = await loadSupabase(config)
  const { data: account, error } = await auth.getUser()
  if (error) throw error
  return { exportedAt: new Date().toISOString(), account: account.user, tables: body.tables }
}
