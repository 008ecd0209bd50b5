import type { Transaction } from 'kysely'
import { notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import type {} from './people-tables.ts'

/**
 * Locks a person against deletion and returns their account; null without one. Deletions lock the
 * same row first, so no deadlock occurs. Throws `not_found`.
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
