import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/**
 * Takes the role from every owner whose address is not among these, and ends their sessions. Answers how many there
 * were. Safe to repeat; what it did is audited by the database.
 */
export async function dismissOwners(
  { db, supabase }: { db: Kysely<Tables>; supabase: SupabaseClient },
  adminEmails: readonly string[],
): Promise<number> {
  const { rows: former } = await sql<{ id: string }>`
    select account.id from staff cross join lateral (
      select id, email from auth.users where id = staff.user_id limit 1) as account
    where staff.role = 'admin' and coalesce(account.email, '') <> all (${[...adminEmails]}::text[])`.execute(
    db,
  )
  for (const { id } of former) {
    const { error } = await supabase.auth.admin.updateUserById(id, { app_metadata: { role: null } })
    if (error) throw error
    await db.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
  }
  return former.length
}
