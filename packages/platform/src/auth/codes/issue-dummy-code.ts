import { sql } from 'kysely'
import { runPreparedText, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { beginDummyFlow, type FlowRequest } from '../flow-state.ts'
import { type IdentityRow, newUserRow } from '../users/user-body.ts'
import { insertIdentity, insertUser } from '../users/user-repository.ts'
import { encodeWithPepper, hashLinkToken, newLinkToken, randomCode } from './one-time-tokens.ts'

/**
 * Stores an unusable code, so that the response time reveals no account. `throttleKey` identifies
 * the address.
 */
export async function issueDummyCode(
  { keys, settings }: AuthContext,
  trx: Trx,
  throttleKey: string,
  flow: FlowRequest = { challenge: null, method: 'otp' },
): Promise<void> {
  const begun = await beginDummyFlow(trx, throttleKey, flow)
  const code = [
    throttleKey,
    encodeWithPepper(keys.pepper, randomCode(settings.auth.otpLength)),
    hashLinkToken(newLinkToken(begun?.id ?? null)),
    crypto.randomUUID(),
  ]
  if (!begun)
    return void (await runPreparedText(trx, 'select platform.keep_decoy($1, $2, $3, $4, null)', code))
  const { id, challenge, method } = begun
  await runPreparedText(trx, 'select platform.keep_decoy_of_flow($1, $2, $3, $4, $5, $6, $7, $8)', [
    ...code,
    ...[id, challenge.challenge, challenge.method, method],
  ])
}

/** Creates an account and rolls it back, so that a refused sign-up takes as long as a real one. */
export async function makeDummyAccount(
  trx: Trx,
  identityOf: (userId: string, now: Date) => IdentityRow,
): Promise<void> {
  await trx.executeQuery(withHints(sql`savepoint decoy`.compile(trx), { deferred: true }))
  // Without an address, so that it does not wait for a concurrent sign-up.
  const nobody = await insertUser(trx, newUserRow({ email: null, metadata: {}, now: new Date() }))
  await insertIdentity(trx, identityOf(nobody.id, nobody.created_at ?? new Date()))
  await trx.executeQuery(withHints(sql`rollback to savepoint decoy`.compile(trx), { sameSchema: true }))
}
