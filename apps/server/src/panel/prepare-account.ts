import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import { resetSignInMethods } from '../accounts/reset-sign-in-methods.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'

export type AccountServices = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; supabase: SupabaseClient }

/**
 * Returns the account of an address, or creates it, ready for a role: an unverified account is
 * replaced, a verified one loses its sign-in methods unless its role is in `kept`.
 */
export async function prepareAccount(
  { db, jobs, supabase }: AccountServices,
  email: string,
  kept: readonly string[],
): Promise<{ id: string; role: unknown }> {
  const { admin } = supabase.auth
  const make = () => admin.createUser({ email, email_confirm: true })
  const made = await make()
  if (!made.error) return { id: made.data.user.id, role: null }
  if (made.error.code !== 'email_exists') throw made.error

  const { data: userId } = await supabase.rpc('get_user_id_by_email', { user_email: email }).throwOnError()
  const { data, error } = await admin.getUserById(String(userId))
  if (error) throw error
  if (!data.user.email_confirmed_at) {
    throwIfRefused(await admin.deleteUser(data.user.id))
    const again = await make()
    if (again.error) throw again.error
    return { id: again.data.user.id, role: null }
  }
  const { id, app_metadata } = data.user
  if (!kept.includes(String(app_metadata.role))) {
    await db.transaction().execute((trx) => resetSignInMethods(jobs, trx, id))
  }
  return { id, role: app_metadata.role }
}

function throwIfRefused({ error }: { error: Error | null }): void {
  if (error) throw error
}
