import type { Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** Ends the codes and sign-ins of an account that are on their way and would begin a session. `holdSignIns` comes before it. */
export async function endPendingSignIns(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth.flow_state').where('user_id', '=', userId).execute()
}
