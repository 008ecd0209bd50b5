import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/**
 * Locks the codes, sessions and answered flows of an account before the caller locks the account
 * itself. Sign-ins lock in the same order (docs/decisions/sign-in.md), so no deadlock occurs.
 */
export async function lockSignIns(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select from auth.one_time_tokens where user_id = ${userId}::uuid order by token_type for update`.execute(
    trx,
  )
  await sql`select from auth.sessions where user_id = ${userId}::uuid order by id for update`.execute(trx)
  await sql`select from auth.flow_state where user_id = ${userId}::uuid order by id for update`.execute(trx)
}
