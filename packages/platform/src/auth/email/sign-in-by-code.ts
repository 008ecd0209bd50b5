import { runPreparedText } from '../../database/hints.ts'
import type { OneTimeTokenType } from '../../database/tables.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { codeCounterKeys } from '../codes/attempt-counts.ts'
import { type CodeGuess, sharedGuessCounterKey } from '../codes/guess-limits.ts'
import { identifyRequester } from '../codes/known-device.ts'
import { encodeWithPepper } from '../codes/one-time-tokens.ts'
import { createSession, type StartedSession, startedSession, timeboxSettings } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-body.ts'
import { toUser, type UserParts } from '../users/user-parts.ts'
import { findUser } from '../users/user-repository.ts'

export type ShownCode = {
  email: string
  code: string
  tokenTypes: readonly OneTimeTokenType[]
  origin: Origin
}

/** `right` is a code whose user has more done to them than being signed in; it is still good, and its guess not counted. */
export type CodeSignInOutcome =
  | { outcome: 'signed_in'; started: StartedSession }
  | { outcome: 'right'; guess: CodeGuess }
  | { outcome: 'refused' }

type CodeSignInRow = { outcome: CodeSignInOutcome['outcome']; code_user_id: string }

/** The function's answers are named before the user's columns, so that no column of theirs hides one. */
const signInByCodeSql = `
  select done.outcome, done.user_id as code_user_id, (done.who).*, done.identities, done.factors
  from platform.sign_in_by_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) as done`

/**
 * Signs in by a mailed code in one statement: checks the guess, redeems the code and starts the
 * session, for a verified user without a ban. The queries are the same for unknown addresses.
 */
export async function signInByCode(
  context: AuthContext,
  { email, code, tokenTypes, origin }: ShownCode,
): Promise<CodeSignInOutcome> {
  const { keys, settings, db, emailSender } = context
  const { asked, guessed } = codeCounterKeys(context, email, identifyRequester(context, email, origin))
  const { max, seconds } = settings.rateLimits.guessesPerAddress
  const session = createSession()
  const { timebox, byRole } = timeboxSettings(context)
  const [row] = await runPreparedText<CodeSignInRow & UserRow & UserParts>(db, signInByCodeSql, [
    ...[email, emailSender.throttleKeyOf(email), asked, guessed, sharedGuessCounterKey(context, email)],
    ...[settings.auth.otpMaxTries, max, settings.auth.otpExp, seconds],
    ...[tokenTypes, encodeWithPepper(keys.pepper, code), session.id, session.startedAt, timebox, byRole],
    ...[origin.userAgent, origin.ip, crypto.randomUUID(), session.tokenHash],
  ])
  if (!row) throw new Error('A code was shown, and nothing was answered.')
  const { outcome, code_user_id: userId, ...user } = row
  if (outcome === 'refused') return { outcome }
  if (outcome === 'right') {
    // Counters are locked before codes, so the holder must not wait for them.
    return { outcome, guess: { mayGuess: true, userId, takeBack: (trx) => findUser(trx, userId) } }
  }
  return { outcome, started: startedSession(session, { user: toUser(user), method: 'otp', aal: 'aal1' }) }
}
