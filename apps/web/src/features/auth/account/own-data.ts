import type { ClientConfig } from '@app/contracts/client-config'
import { loadSupabase } from '#web/lib/supabase.ts'

/** The tables that hold something about a user; row-level security answers only their own rows. */
const tables = ['quiz_leads', 'consents'] as const

export type OwnData = { exportedAt: string; account: unknown } & Record<(typeof tables)[number], unknown[]>

/** Everything kept about the signed-in user, as it is stored. Throws when any part of it cannot be read. */
export async function collectOwnData(config: ClientConfig, userId: string): Promise<OwnData> {
  const { auth, rest } = await loadSupabase(config)
  const { data: account, error } = await auth.getUser()
  if (error) throw error
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { data } = await rest.from(table).select('*').eq('user_id', userId).throwOnError()
      return [table, data] as const
    }),
  )
  const exported = { exportedAt: new Date().toISOString(), account: account.user }
  return { ...exported, ...(Object.fromEntries(rows) as Record<(typeof tables)[number], unknown[]>) }
}
