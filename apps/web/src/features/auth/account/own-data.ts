import type { ClientConfig } from '@app/contracts/client-config'
import { loadSupabase } from '#web/lib/supabase.ts'

/** The tables that hold something about a user, and what of them is theirs to read. */
const tables = {
  quiz_leads: '*',
  consents: '*',
  orders:
    'id,inv_id,product,price_tiyn,deposit_tiyn,charge_tiyn,currency,state,test,category,subcategory,created_at,paid_at',
  subscriptions: '*',
  messages:
    'id,kind,category,subcategory,subscription_id,day,created_at,status,sent_at,delivered_at,read_at,failed_at',
} as const

export type OwnData = { exportedAt: string; account: unknown; tables: Record<string, unknown[]> }

/** Everything kept about the signed-in user, as it is stored. Throws when any part of it cannot be read. */
export async function collectOwnData(config: ClientConfig, userId: string): Promise<OwnData> {
  const { auth, rest } = await loadSupabase(config)
  const { data: account, error } = await auth.getUser()
  if (error) throw error
  const rows = await Promise.all(
    Object.entries(tables).map(async ([table, columns]) => {
      const { data } = await rest.from(table).select(columns).eq('user_id', userId).throwOnError()
      return [table, data as unknown[]] as const
    }),
  )
  return { exportedAt: new Date().toISOString(), account: account.user, tables: Object.fromEntries(rows) }
}
