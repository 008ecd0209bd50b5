import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { lockSignIns } from './lock-sign-ins.ts'

/** Ends the sessions of an account, all or all but one, with every code and every sign-in that would begin another. */
export async function endSignIns(
  trx: Transaction<Tables>,
  userId: string,
  which: 'all' | { except: string },
): Promise<void> {
  await lockSignIns(trx, userId)
  await trx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  const sessions = trx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  await (which === 'all' ? sessions : sessions.where('id', '!=', which.except)).execute()
  await trx.deleteFrom('auth.flow_state').where('user_id', '=', userId).execute()
  // Hosted sign-in finds a code by these columns.
  await sql`
    update auth.users set updated_at = now(), confirmation_token = '', recovery_token = '',
      reauthentication_token = '', email_change_token_new = '', email_change_token_current = '', phone_change_token = ''
    where id = ${userId}::uuid`.execute(trx)
}
