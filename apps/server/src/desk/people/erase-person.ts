import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql } from 'kysely'
import { recordDeskAct } from '../../audit/record-audit.ts'
import { notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { findSubject, type PersonAct } from './mark-person.ts'

type Services = { db: Kysely<Tables>; supabase: SupabaseClient }

/**
 * Deletes a person with everything about them, as they could themselves: an account with its files, else what they left. Throws
 * `not_found` for somebody who is gone.
 */
export async function erasePerson({ db, supabase }: Services, { personId, by }: PersonAct): Promise<void> {
  const userId = await findSubject(db, personId)
  // First, so that nobody is deleted without a word about it; the account's own row says that it was done.
  await recordDeskAct(db, { action: 'person_erased', by, subject: userId, details: { person: personId } })
  if (userId) {
    await sql`select erase_desk_numbers(${personId}::uuid)`.execute(db)
    return eraseAccount(db, supabase, userId)
  }
  const { rows } = await sql<{ done: boolean }>`select delete_desk_person(${personId}::uuid) as done`.execute(
    db,
  )
  if (!rows[0]?.done) throw notFound()
}

/** Bytes lie outside of the database and go first; then very many messages, a part at a time; then the rest at once. */
async function eraseAccount(db: Kysely<Tables>, supabase: SupabaseClient, userId: string): Promise<void> {
  for (let files = await listFiles(db, userId); files.length > 0; files = await listFiles(db, userId)) {
    for (const [bucket, inBucket] of Map.groupBy(files, (file) => file.bucket_id)) {
      const { error } = await supabase.storage.from(bucket).remove(inBucket.map(({ name }) => name))
      if (error) throw error
    }
  }
  for (;;) {
    const { rows } = await sql<{
      count: number
    }>`select delete_account_messages(${userId}::uuid) as count`.execute(db)
    if (!rows[0]?.count) break
  }
  await sql`select delete_account(${userId}::uuid)`.execute(db)
}

async function listFiles(db: Kysely<Tables>, userId: string) {
  const { rows } = await sql<{ bucket_id: string; name: string }>`
    select bucket_id, name from list_account_files(${userId}::uuid)`.execute(db)
  return rows
}
