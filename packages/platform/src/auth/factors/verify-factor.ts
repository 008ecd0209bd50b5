import { sql } from 'kysely'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, noAuthorization, sessionNotFound, tooManyRequests } from '../auth-errors.ts'
import { countAgainstLimit, counterKey, decrementCounts } from '../codes/attempt-counts.ts'
import { isUuid } from '../params.ts'
import type { AuthenticationMethod } from '../sessions/authentication-method.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import type { SessionBody, StartedSession } from '../sessions/sessions.ts'
import {
  insertRefreshToken,
  lockSessions,
  newRefreshToken,
  openSession,
  sessionMethods,
} from '../sessions/sessions.ts'
import type { FactorRow } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'
import { requireFreshProof } from './assurance.ts'
import { requireVerifiable } from './challenge-factor.ts'
import { totpOf } from './enroll-factor.ts'
import {
  addressMismatch,
  challengeExpired,
  challengeNotFound,
  factorNotFound,
  wrongCode,
} from './factor-errors.ts'
import { checkKey, saveKey, type VerifiedKey } from './webauthn-factor.ts'

/** Clocks of phones go wrong by this many periods of thirty seconds, either way. */
const maxClockDriftPeriods = 1
const maxTriesPerChallenge = 5

export type FactorProof = {
  challengeId: string
  code: string
  webauthn: JsonObject | undefined
  origin: Origin
}

/** Checks a code and lifts the session to AAL2; it gets new tokens and keeps its id. */
export async function verifyFactor(
  context: AuthContext,
  caller: SignedInUser,
  factor: FactorRow,
  proof: FactorProof,
): Promise<SessionBody> {
  const { session } = caller
  if (!session) throw noAuthorization()
  requireVerifiable(context, factor)
  // Proving an old unverified factor requires a recent sign-in, too.
  if (factor.status === 'unverified') await requireFreshProof(context, caller, 'Enrolling a factor')
  const key = factor.factor_type === 'webauthn' ? await checkKey(context, factor, proof) : null
  const result = await context.db.transaction().execute(async (trx) => {
    // In the lock order: sessions before the factor.
    const held = await lockSessions(trx, caller.user.id)
    if (!held.includes(session.id)) return sessionNotFound()
    const guess = await countFactorGuess(context, trx, factor, session)
    if (!guess.mayGuess) return tooManyRequests()
    const refusal = await answerChallenge(context, trx, factor, { ...proof, key })
    if (refusal) return refusal
    await guess.takeBack()
    return upgradeSession(trx, { userId: caller.user.id, sessionId: session.id, factor })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return openSession(context, result)
}

/**
 * Counts a guess at a factor. A session that has shown a factor has its own daily guesses.
 * Signatures of keys are not counted.
 */
async function countFactorGuess(
  context: AuthContext,
  trx: Trx,
  { id, factor_type: kind }: FactorRow,
  session: { id: string; aal: string | null },
): Promise<{ mayGuess: boolean; takeBack: () => Promise<void> }> {
  if (kind === 'webauthn') return { mayGuess: true, takeBack: async () => {} }
  const subject = counterKey(context, 'factor', id, session.aal === 'aal2' ? session.id : '')
  const mayGuess = await countAgainstLimit(trx, subject, context.settings.rateLimits.guessesPerFactor)
  return { mayGuess, takeBack: () => decrementCounts(trx, [subject]) }
}

/** Counts the try and accepts the code at once, so that guesses made together cannot outrun the count. */
async function answerChallenge(
  { settings }: AuthContext,
  trx: Trx,
  factor: FactorRow,
  { challengeId, code, origin, key }: FactorProof & { key: VerifiedKey | null },
): Promise<AuthError | null> {
  if (!isUuid(challengeId)) return challengeNotFound()
  const step = factor.factor_type === 'totp' ? await findUnusedTimeStep(trx, factor, code) : null
  const maxTries = factor.factor_type === 'webauthn' ? 1 : maxTriesPerChallenge
  const isShown = step !== null || key !== null
  const isRight = sql<boolean>`${isShown}::boolean`
  const { rows } = await sql<{
    ip_matches: boolean
    is_over: boolean
    is_right: boolean
    tries: number
  }>`
    update auth.mfa_challenges
    set tries = tries + 1, verified_at = case when ${isRight} and tries < ${maxTries} then now() end
    where id = ${challengeId} and factor_id = ${factor.id} and verified_at is null
    returning ip_address = ${origin.ip}::inet as ip_matches, tries, ${isRight} as is_right,
      created_at < now() - make_interval(secs => ${settings.auth.mfa.challengeExpiry}) as is_over`.execute(
    trx,
  )
  const [challenge] = rows
  if (!challenge) return challengeNotFound()
  if (!challenge.ip_matches) return addressMismatch()
  if (challenge.is_over || challenge.tries > maxTries) return challengeExpired(challengeId)
  if (!challenge.is_right) return wrongCode(factor.factor_type)
  if (key && !(await saveKey(trx, factor, key))) return wrongCode(factor.factor_type)
  if (step !== null) {
    await trx
      .updateTable('auth.mfa_factors')
      .set({ last_totp_step: step })
      .where('id', '=', factor.id)
      .execute()
  }
  return null
}

/**
 * Returns the time step of a code; null for a wrong one, or one not newer than the last accepted
 * one (RFC 6238, section 5.2). Locks the factor.
 */
async function findUnusedTimeStep(trx: Trx, { id }: FactorRow, code: string): Promise<number | null> {
  const factor = await trx
    .selectFrom('auth.mfa_factors')
    .select(['secret', 'last_totp_step'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!factor || !/^\d{6}$/.test(code)) return null
  const totp = totpOf(factor.secret ?? '')
  const timestamp = Date.now()
  const periods = totp.validate({ token: code, timestamp, window: maxClockDriftPeriods })
  if (periods === null) return null
  const step = totp.counter({ timestamp }) + periods
  return factor.last_totp_step !== null && step <= factor.last_totp_step ? null : step
}

async function upgradeSession(
  trx: Trx,
  { userId, sessionId, factor }: { userId: string; sessionId: string; factor: FactorRow },
): Promise<StartedSession> {
  if (factor.status === 'unverified') await acceptFactor(trx, userId, factor)
  const now = new Date()
  const method = { authentication_method: methodOf(factor), created_at: now, updated_at: now }
  await trx
    .insertInto('auth.mfa_amr_claims')
    .values({ id: crypto.randomUUID(), session_id: sessionId, ...method })
    .onConflict((conflict) => conflict.columns(['session_id', 'authentication_method']).doUpdateSet(method))
    .execute()
  await trx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: factor.id, updated_at: now })
    .where('id', '=', sessionId)
    .execute()
  // Earlier tokens belong to a lower assurance level.
  await trx.deleteFrom('auth.refresh_tokens').where('session_id', '=', sessionId).execute()
  // A first factor makes every session without it doubtful.
  await trx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal1')
    .where('id', '!=', sessionId)
    .execute()
  const refreshToken = newRefreshToken()
  await insertRefreshToken(trx, { token: refreshToken, parent: null, userId, sessionId })
  const user = await findUser(trx, userId)
  if (!user) throw factorNotFound()
  const amr = await sessionMethods(trx, sessionId)
  return { user, sessionId, aal: 'aal2', amr, refreshToken }
}

async function acceptFactor(trx: Trx, userId: string, factor: FactorRow): Promise<void> {
  await trx
    .updateTable('auth.mfa_factors')
    .set({ status: 'verified', updated_at: new Date() })
    .where('id', '=', factor.id)
    .execute()
  await trx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .execute()
}

/** Returns the name of a factor in a session's `amr` claim. */
export function methodOf({ factor_type: kind }: FactorRow): AuthenticationMethod {
  return ({ phone: 'mfa/phone', totp: 'totp', webauthn: 'mfa/webauthn' } as const)[kind]
}
