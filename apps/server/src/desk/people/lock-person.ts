import type { Transaction } from 'kysely'
import { notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import type {} from './people-tables.ts'

/**
 * Keeps a person from being deleted until the transaction ends, and answers their account; null for one who has none. Whoever
 * deletes locks the same row first, the account's or else the person's own, so that neither waits for the other in a circle.
 * Throws `not_found` for somebody who is gone.
 */
export async function lockPerson(trx: Transaction<Tables>, personId: string): Promise<string | null> {
  const known = await trx
    .selectFrom('desk_people')
    .select('user_id')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!known) throw notFound()
  const query = known.user_id
    ? trx.selectFrom('auth.users').select('id').where('id', '=', known.user_id)
    : trx.selectFrom('desk_people').select('id').where('id', '=', personId)
  if (!(await query.forKeyShare().executeTakeFirst())) throw notFound()
  return known.user_id
}
