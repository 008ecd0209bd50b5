import type { SupabaseClient } from '@supabase/supabase-js'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type AccountFile, eraseAccount } from '../../../../../supabase/functions/_shared/erase-account.ts'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { lockAccount } from '../lock-account.ts'
import { findSubject, type PersonAct } from './person-act.ts'

type Services = { db: Kysely<Tables>; supabase: SupabaseClient }

/**
 * Deletes a person with all data, like their own account deletion. Throws `not_found`, and
 * `person_is_staff`, because a role is revoked and audited first.
 */
export async function erasePerson({ db, supabase }: Services, act: PersonAct): Promise<void> {
  const userId = await findSubject(db, act.personId)
  if (!userId) return erasePersonAlone(db, act)
  await db.transaction().execute((trx) => refuseStaff(trx, userId))
  // Calls the product's function directly, without the network.
  await eraseAccount(
    {
      listFiles: async () => {
        const { rows } = await sql<AccountFile>`
          select bucket_id, name from list_account_files(${userId}::uuid)`.execute(db)
        return rows
      },
      removeFiles: async (bucket, names) => {
        const { error } = await supabase.storage.from(bucket).remove(names)
        if (error) throw error
      },
      removeMessages: async () => {
        const { rows } = await sql<{ count: number }>`
          select delete_account_messages(${userId}::uuid) as count`.execute(db)
        return rows[0]?.count ?? 0
      },
      removeRest: () => eraseRemainder(db, act, userId),
    },
    userId,
  )
}

function eraseRemainder(db: Kysely<Tables>, act: PersonAct, userId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await refuseStaff(trx, userId)
    await recordErasure(trx, act, userId)
    await sql`select erase_desk_numbers(${act.personId}::uuid)`.execute(trx)
    await sql`select delete_account(${userId}::uuid)`.execute(trx)
  })
}

function erasePersonAlone(db: Kysely<Tables>, act: PersonAct): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await recordErasure(trx, act, null)
    const { rows } = await sql<{ done: boolean }>`
      select delete_desk_person(${act.personId}::uuid) as done`.execute(trx)
    if (!rows[0]?.done) throw notFound()
  })
}

/** The lock also keeps the account's role until the transaction ends. */
async function refuseStaff(trx: Transaction<Tables>, userId: string): Promise<void> {
  const account = await lockAccount(trx, userId)
  if (!account) throw notFound()
  if (account.role) throw new AppError('person_is_staff')
}

/** Recorded before the deletion, which removes the account's id everywhere. */
function recordErasure(trx: Transaction<Tables>, { personId, by }: PersonAct, subject: string | null) {
  return recordDeskAction(trx, { action: 'person_erased', by, subject, details: { person: personId } })
}
