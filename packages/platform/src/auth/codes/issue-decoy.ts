import { sql } from 'kysely'
import { withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { newUserRow } from '../users/user-body.ts'
import { insertUser } from '../users/user-repository.ts'
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
  await trx.executeQuery(withHints(sql`savepoint decoy`.compile(trx), { deferred: true }))
  // Without an address, since one that is signing up at this moment must not be waited for.
  const nobody = await insertUser(trx, newUserRow({ email: null, metadata: {}, now: new Date() }))
  await issueCode(context, trx, {
    userId: nobody.id,
    tokenType: 'recovery_token',
    relatesTo: address,
    flowId: null,
    sentAs: 'recovery_sent_at',
  })
  await trx.executeQuery(withHints(sql`rollback to savepoint decoy`.compile(trx), { sameSchema: true }))
  await sql`update platform.mail_throttle set sent_at = sent_at where address_hash = ${throttleKey}`.execute(
    trx,
  )
}
