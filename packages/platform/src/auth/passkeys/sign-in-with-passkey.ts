import type { JsonObject } from '../../database/tables.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { emailNotConfirmed, phoneNotConfirmed, userBanned } from '../auth-errors.ts'
import { type SessionBody, signInWithin, startSession } from '../sessions/sessions.ts'
import { isBanned, isConfirmed, isPhoneConfirmed, type User } from '../users/user-body.ts'
import { findUser, lockUser } from '../users/user-repository.ts'
import { takeChallenge } from './challenges.ts'
import { verificationFailed } from './passkey-errors.ts'
import { findPasskeyOfKey, saveSignatureCount } from './passkeys.ts'
import { checkAssertion } from './webauthn.ts'

export type PasskeyAnswer = { challengeId: string; credential: JsonObject; origin: Origin }

/** Signs in with a passkey. All failures look the same. */
export async function signInWithPasskey(
  context: AuthContext,
  { challengeId, credential, origin }: PasskeyAnswer,
): Promise<SessionBody> {
  const challenge = await takeChallenge(context, { type: 'authentication', userId: null, id: challengeId })
  const { id } = credential
  const passkey = typeof id === 'string' ? await findPasskeyOfKey(context.db, id) : undefined
  if (!passkey || userHandleOf(credential) !== passkey.userId) throw verificationFailed()
  const { key } = passkey
  const counter = await checkAssertion(context.settings, credential, { challenge, isPasskey: true, key })
  if (counter === null) throw verificationFailed()
  return signInWithin(context, async (trx) => {
    await lockUser(trx, passkey.userId)
    const user = await findUser(trx, passkey.userId)
    if (!user || !(await saveSignatureCount(trx, passkey.id, counter))) throw verificationFailed()
    checkUser(user)
    const aal = context.settings.auth.webauthn.passkeyAssurance
    return startSession(context, trx, { user, method: 'passkey', origin, aal, isLast: true })
  })
}

function checkUser(user: User): void {
  if (user.deleted_at !== null) throw verificationFailed()
  if (user.email !== null && !isConfirmed(user)) throw emailNotConfirmed(403)
  if (user.phone !== null && !isPhoneConfirmed(user)) throw phoneNotConfirmed(403)
  if (isBanned(user, new Date())) throw userBanned(403)
}

/** Returns the user handle of the authenticator's response as text. */
function userHandleOf({ response }: JsonObject): string {
  const handle =
    response !== null && typeof response === 'object' && !Array.isArray(response) ? response.userHandle : null
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('utf8') : ''
}
