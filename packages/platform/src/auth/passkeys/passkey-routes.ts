import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { sessionNotFound, validationFailed } from '../auth-errors.ts'
import { notifyOfChange } from '../delivery/notify-of-change.ts'
import { hasSecondFactor, hasVerifiedFactor, requireFreshProof } from '../factors/assurance.ts'
import { insufficientAal } from '../factors/factor-errors.ts'
import { isUuid, Params } from '../params.ts'
import { createLimitHook, originOf } from '../requests.ts'
import { requireKnownUser, type SignedInUser } from '../sessions/caller.ts'
import { endSessions, lockSessions } from '../sessions/sessions.ts'
import { findUser } from '../users/user-repository.ts'
import { beginChallenge, takeChallenge } from './challenges.ts'
import { passkeyNotFound, passkeysDisabled, tooManyPasskeys, verificationFailed } from './passkey-errors.ts'
import { deletePasskey, insertPasskey, listPasskeys, passkeyBody, renamePasskey } from './passkeys.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { checkRegistration, creationOptions, requestOptions } from './webauthn.ts'

type PasskeyPath = { Params: { id: string } }

const nameMaxLength = 120

/** Signing in by a passkey, and the passkeys of the signed-in user. */
export function passkeyRoutes(app: FastifyInstance, context: AuthContext): void {
  const limit = createLimitHook(context, 'verify', 'passkeys')
  const { db, settings } = context
  const { webauthn } = settings.auth
  const onRequest = async () => {
    if (!webauthn.passkeysEnabled) throw passkeysDisabled()
  }
  const limitedToo = { onRequest: [onRequest, limit] }

  app.post('/passkeys/authentication/options', limitedToo, async () => {
    const options = await requestOptions(settings, [])
    const begun = await beginChallenge(context, {
      type: 'authentication',
      userId: null,
      challenge: options.challenge,
    })
    return { ...begun, options }
  })

  app.post('/passkeys/authentication/verify', limitedToo, async (request) => {
    const { challengeId, credential } = readCredentialAnswer(request)
    return signInWithPasskey(context, { challengeId, credential, origin: originOf(request) })
  })

  app.post('/passkeys/registration/options', limitedToo, async (request) => {
    const { user } = await requirePasskeyManager(context, request)
    const passkeys = await listPasskeys(db, user.id)
    if (passkeys.length >= webauthn.maxPasskeys) throw tooManyPasskeys()
    const excluded = passkeys.map(({ key }) => key.id)
    const options = await creationOptions(settings, user, { excluded, isPasskey: true })
    const { challenge } = options
    const begun = await beginChallenge(context, { type: 'registration', userId: user.id, challenge })
    return { ...begun, options }
  })

  app.post('/passkeys/registration/verify', limitedToo, async (request) => {
    const { user, session } = await requirePasskeyManager(context, request)
    const { challengeId, credential } = readCredentialAnswer(request)
    const challenge = await takeChallenge(context, { type: 'registration', userId: user.id, id: challengeId })
    const key = await checkRegistration(settings, credential, { challenge, isPasskey: true })
    if (!key) throw verificationFailed()
    const passkey = await db.transaction().execute(async (trx) => {
      // An ended session must not add a key.
      const held = await lockSessions(trx, user.id)
      if (session && !held.includes(session.id)) throw sessionNotFound()
      return insertPasskey(trx, user.id, key, webauthn.maxPasskeys)
    })
    notifyOfChange(context, user, 'passkey_added', originOf(request))
    const { isBackupEligible, isBackedUp, transports } = key
    return { ...passkeyBody(passkey), backup_eligible: isBackupEligible, backed_up: isBackedUp, transports }
  })

  app.get('/passkeys', { onRequest }, async (request) => {
    const { user } = await requireKnownUser(context, request)
    return (await listPasskeys(db, user.id)).map(passkeyBody)
  })

  app.patch<PasskeyPath>('/passkeys/:id', { onRequest }, async (request) => {
    const { user } = await requireKnownUser(context, request)
    const friendlyName = new Params(request.body).string('friendly_name')
    if (!friendlyName) throw validationFailed('friendly_name is required')
    if (friendlyName.length > nameMaxLength)
      throw validationFailed(`friendly_name must be ${nameMaxLength} characters or less`)
    const id = readId(request.params.id)
    const renamed = await renamePasskey(db, { userId: user.id, id, friendlyName })
    if (!renamed) throw passkeyNotFound()
    return passkeyBody(renamed)
  })

  app.delete<PasskeyPath>('/passkeys/:id', { onRequest }, async (request, reply) => {
    const caller = await requireKnownUser(context, request)
    requireAssurance(caller)
    // Otherwise an unattended session could remove the passkeys.
    await requireFreshProof(context, caller, 'Removing a passkey')
    const id = readId(request.params.id)
    const { user, session } = caller
    await db.transaction().execute(async (trx) => {
      // In the lock order: sessions before the key.
      await lockSessions(trx, user.id)
      if (!(await deletePasskey(trx, { userId: user.id, id }))) throw passkeyNotFound()
      // The removed key may have opened them.
      await endSessions(trx, user.id, session ? { except: session.id } : 'all')
    })
    notifyOfChange(context, user, 'passkey_removed', originOf(request))
    return reply.code(204).send()
  })
}

/** The passkeys of any user, for administrators: someone lost their phone. */
export function adminPasskeyRoutes(app: FastifyInstance, context: AuthContext): void {
  const { db } = context
  app.get<PasskeyPath>('/users/:id/passkeys', async (request) =>
    (await listPasskeys(db, readUserId(request.params.id))).map(passkeyBody),
  )

  app.delete<{ Params: { id: string; passkeyId: string } }>(
    '/users/:id/passkeys/:passkeyId',
    async (request, reply) => {
      const userId = readUserId(request.params.id)
      const id = readId(request.params.passkeyId)
      if (!(await deletePasskey(db, { userId, id }))) throw passkeyNotFound()
      const user = await findUser(db, userId)
      const { log } = request
      if (user) notifyOfChange(context, user, 'passkey_removed', { userAgent: null, log })
      return reply.code(204).send()
    },
  )
}

/** Requires a user who may add a passkey, which needs as much proof as a second factor. */
async function requirePasskeyManager(context: AuthContext, request: FastifyRequest): Promise<SignedInUser> {
  const caller = await requireKnownUser(context, request)
  if (caller.user.is_sso_user) throw validationFailed('SSO users cannot register passkeys', 422)
  requireAssurance(caller)
  // A passkey added with one proof would count as two later.
  if (context.settings.auth.webauthn.passkeyAssurance === 'aal2' && !hasSecondFactor(caller))
    throw notUpgraded()
  await requireFreshProof(context, caller, 'Registering a passkey')
  return caller
}

function requireAssurance(caller: SignedInUser): void {
  if (!hasVerifiedFactor(caller) || hasSecondFactor(caller)) return
  throw notUpgraded()
}

function notUpgraded() {
  return insufficientAal('AAL2 session is required to manage passkeys when MFA is enabled.', 403)
}

function readCredentialAnswer(request: FastifyRequest) {
  const params = new Params(request.body)
  const credential = params.object('credential') ?? params.object('credential_response')
  if (!params.string('challenge_id')) throw validationFailed('challenge_id is required')
  if (!credential) throw validationFailed('credential is required')
  return { challengeId: params.string('challenge_id'), credential }
}

function readId(id: string): string {
  if (!isUuid(id)) throw passkeyNotFound()
  return id
}

function readUserId(id: string): string {
  if (!isUuid(id)) throw validationFailed('user_id must be an UUID', 404)
  return id
}
