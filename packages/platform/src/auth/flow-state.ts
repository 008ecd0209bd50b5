import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { PendingClaims } from '../database/tables.ts'
import type { Trx } from '../database/trx.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { AuthError, userBanned, userNotFound, validationFailed } from './auth-errors.ts'
import type { CodeChallenge, MailFlow } from './codes/mail-flow.ts'
import { lockCodes, lockDummyCodes } from './codes/one-time-tokens.ts'
import { notifyOfChange } from './delivery/notify-of-change.ts'
import { proveEmail, recoverByEmail } from './email/confirm-email.ts'
import { hasPasskey } from './passkeys/passkeys.ts'
import type { AuthenticationMethod } from './sessions/authentication-method.ts'
import { openSession, type SessionBody, startSession } from './sessions/sessions.ts'
import { isBanned } from './users/user-body.ts'
import { findUser } from './users/user-repository.ts'

const codeLifetimeSeconds = 300

/** Reads a code challenge; null when the client did not ask for one. Throws when only half of it is there. */
export function parseCodeChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const known = method.toLowerCase()
  if (known !== 's256' && known !== 'plain') throw validationFailed('invalid PKCE code challenge method')
  return { challenge, method: known }
}

/** The flow that a client requested for a mail. */
export type FlowRequest = { challenge: CodeChallenge | null; method: AuthenticationMethod }

/** Begins a flow for a user, if one was asked for. Forgets flows nobody came back to. */
export function beginMailFlow(trx: Trx, userId: string, request: FlowRequest): Promise<MailFlow | null> {
  // In the lock order: codes before the flow.
  return beginFlow(trx, request, () => lockCodes(trx, userId))
}

/** Begins a flow for an address without mail. `throttleKey` identifies it. */
export function beginDummyFlow(
  trx: Trx,
  throttleKey: string,
  request: FlowRequest,
): Promise<MailFlow | null> {
  return beginFlow(trx, request, () => lockDummyCodes(trx, throttleKey))
}

async function beginFlow(
  trx: Trx,
  { challenge, method }: FlowRequest,
  hold: () => Promise<void>,
): Promise<MailFlow | null> {
  if (!challenge) return null
  await hold()
  await deleteAbandonedFlows(trx)
  return { id: randomUUID(), challenge, method }
}

/** The user of an exchanged code, and the address that it verifies. */
export type AuthCodeSubject = { userId: string; proves?: { address: string; offer: PendingClaims | null } }

/** Issues the code that the client exchanges for a session. */
export async function issueAuthCode(
  trx: Trx,
  flowId: string,
  { userId, proves }: AuthCodeSubject,
): Promise<string> {
  const code = randomUUID()
  await trx
    .updateTable('auth.flow_state')
    .set({
      auth_code: hash(code),
      auth_code_issued_at: sql<Date>`now()`,
      user_id: userId,
      proves: proves?.address ?? null,
      offer: proves?.offer ? JSON.stringify(proves.offer) : null,
    })
    .where('id', '=', flowId)
    .execute()
  return code
}

/** Exchanges a code for a session, once, with the challenge's verifier. */
export async function exchangeAuthCode(
  context: AuthContext,
  { authCode, codeVerifier, origin }: { authCode: string; codeVerifier: string; origin: Origin },
): Promise<SessionBody> {
  if (!authCode || !codeVerifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const { started, tokens, losesPasskeys } = await context.db.transaction().execute(async (trx) => {
    await lockCodes(trx, sql`select user_id from auth.flow_state where auth_code = ${hash(authCode)}`)
    const flow = await trx
      .selectFrom('auth.flow_state')
      .selectAll()
      .where('auth_code', '=', hash(authCode))
      .forUpdate()
      .executeTakeFirst()
    if (!flow?.user_id || !flow.auth_code_issued_at) throw flowNotFound()
    if (flow.auth_code_issued_at.getTime() + codeLifetimeSeconds * 1000 < Date.now()) throw flowExpired()
    if (!matchesChallenge(codeVerifier, flow.code_challenge, flow.code_challenge_method)) throw badVerifier()
    // Deletes the flow's code, because only one of them may sign in.
    await trx.deleteFrom('auth.flow_state').where('id', '=', flow.id).execute()
    const found = await findUser(trx, flow.user_id)
    if (!found) throw userNotFound()
    if (isBanned(found, new Date())) throw userBanned(403)
    if (flow.proves !== null && flow.proves !== found.email) throw flowNotFound()
    const method = flow.authentication_method as AuthenticationMethod
    const losesPasskeys = method === 'recovery' && (await hasPasskey(trx, found.id))
    const prove = method === 'recovery' ? recoverByEmail : proveEmail
    const user = flow.proves === null ? found : await prove(trx, found, flow.offer)
    const started = await startSession(context, trx, { user, method, origin, isLast: true })
    const tokens = {
      ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
      ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
    }
    return { started, tokens, losesPasskeys }
  })
  if (losesPasskeys) notifyOfChange(context, started.user, 'passkey_removed', origin)
  return { ...(await openSession(context, started)), ...tokens }
}

/** An SQL condition for abandoned flows: a day old and without a code. */
export const isAbandonedFlow = sql`created_at < now() - interval '1 day'
  and not exists (select from auth.one_time_tokens as code where code.flow_state_id = flow_state.id)`

/** Deletes abandoned flows when another begins. */
export async function deleteAbandonedFlows(trx: Trx): Promise<void> {
  await sql`
    delete from auth.flow_state where id in (
      select id from auth.flow_state where ${isAbandonedFlow} limit 100 for update skip locked)
  `.execute(trx)
}

function matchesChallenge(verifier: string, challenge: string | null, method: string | null): boolean {
  if (challenge === null) return false
  const shown = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return timingSafeEqual(digest(shown), digest(challenge))
}

const flowNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
const flowExpired = () =>
  new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
const badVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function hash(code: string): string {
  return digest(code).toString('hex')
}
