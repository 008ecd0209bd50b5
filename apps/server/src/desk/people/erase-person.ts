import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql } from 'kysely'
import {
  type AccountEraser,
  type AccountFile,
  eraseAccount,
} from '../../../../../supabase/functions/_shared/erase-account.ts'
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
    return eraseAccount(eraserIn({ db, supabase }), userId)
  }
  const { rows } = await sql<{ done: boolean }>`select delete_desk_person(${personId}::uuid) as done`.execute(
    db,
  )
  if (!rows[0]?.done) throw notFound()
}

/** As the product's own function does it, without a way around through the network. */
function eraserIn({ db, supabase }: Services): AccountEraser {
  return {
    listFiles: async (userId) => {
      const { rows } = await sql<AccountFile>`
        select bucket_id, name from list_account_files(${userId}::uuid)`.execute(db)
      return rows
    },
    removeFiles: async (bucket, names) => {
      const { error } = await supabase.storage.from(bucket).remove(names)
      if (error) throw error
    },
    removeMessages: async (userId) => {
      const { rows } = await sql<{ count: number }>`
        select delete_account_messages(${userId}::uuid) as count`.execute(db)
      return rows[0]?.count ?? 0
    },
    removeRest: async (userId) => void (await sql`select delete_account(${userId}::uuid)`.execute(db)),
  }
}
