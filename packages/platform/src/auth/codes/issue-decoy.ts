import { sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { newUserRow } from '../users/user-body.ts'
import { insertUser, updateUser } from '../users/user-repository.ts'
import { issueCode } from './one-time-tokens.ts'

/**
 * Does the work of issuing a code and undoes it, for an address that gets none: the time of the answer must not tell
 * whether there was an account. What stays is a write that changes nothing, to what the throttle knows of the address, so that committing
 * takes as long too.
 */
export async function issueDecoy(
  context: AuthContext,
  trx: Trx,
  { address, throttleKey }: { address: string; throttleKey: string },
): Promise<void> {
  await sql`savepoint decoy`.execute(trx)
  const now = new Date()
  // Without an address, since one that is signing up at this moment must not be waited for.
  const nobody = await insertUser(trx, newUserRow({ email: null, metadata: {}, now }))
  await issueCode(context, trx, {
    userId: nobody.id,
    tokenType: 'recovery_token',
    relatesTo: address,
    flowId: null,
  })
  await updateUser(trx, nobody.id, { recovery_sent_at: now })
  await sql`rollback to savepoint decoy`.execute(trx)
  await sql`update platform.mail_throttle set sent_at = sent_at where address_hash = ${throttleKey}`.execute(
    trx,
  )
}
