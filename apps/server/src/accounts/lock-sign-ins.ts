import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/**
 * Holds the codes, the sessions and the answered flows of an account, for a transaction that is to hold the account itself: a sign-in
 * comes to them in this order, and to its user last (docs/decisions/sign-in.md).
 */
export async function lockSignIns(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select from auth.one_time_tokens where user_id = ${userId}::uuid order by token_type for update`.execute(
    trx,
  )
  await sql`select from auth.sessions where user_id = ${userId}::uuid order by id for update`.execute(trx)
  await sql`select from auth.flow_state where user_id = ${userId}::uuid order by id for update`.execute(trx)
}
