import { sql } from 'kysely'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-errors.ts'
import { isUuid } from '../params.ts'
import { checkAssertion, checkRegistration, creationOptions, requestOptions } from '../passkeys/webauthn.ts'
import type { FactorRow, User } from '../users/user-body.ts'

/** The options for the authenticator and their challenge. */
export type KeyChallenge = {
  challenge: string
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: object } }
}

/** A key that answered a challenge as it should: a new one, or how often the known one has signed by now. */
export type VerifiedKey = { credential: JsonObject; aaguid: string | null }

/** Asks a factor that is not verified for a new key, and a verified one for its own. */
export async function challengeKey(
  { settings }: AuthContext,
  user: User,
  factor: FactorRow,
): Promise<KeyChallenge> {
  const known = factor.status === 'verified' ? factor.web_authn_credential : null
  if (known) {
    const publicKey = await requestOptions(settings, [known])
    return {
      challenge: publicKey.challenge,
      webauthn: { type: 'request', credential_options: { publicKey } },
    }
  }
  const excluded = user.factors.flatMap(({ web_authn_credential: key }) => (key ? [key.id] : []))
  const publicKey = await creationOptions(settings, user, { excluded, isPasskey: false })
  return { challenge: publicKey.challenge, webauthn: { type: 'create', credential_options: { publicKey } } }
}

/** Checks what an authenticator answered to a challenge of this factor; null when it is wrong in any way. */
export async function checkKey(
  { db, settings }: AuthContext,
  factor: FactorRow,
  { challengeId, webauthn }: { challengeId: string; webauthn: JsonObject | undefined },
): Promise<VerifiedKey | null> {
  if (!webauthn) throw validationFailed('WebAuthn config required')
  const { type, credential_response: response } = webauthn
  if (type !== 'create' && type !== 'request')
    throw validationFailed('WebAuthn type must be create or request')
  if (response === undefined || response === null) throw validationFailed('credential_response required')
  const challenge = await findChallenge(db, factor, challengeId)
  if (challenge === null) return null
  const known = factor.status === 'verified' ? factor.web_authn_credential : null
  if (type === 'create') {
    const key = known ? null : await checkRegistration(settings, response, { challenge, isPasskey: false })
    if (!key) return null
    const { id, publicKey, counter, transports } = key
    return { credential: { id, publicKey, counter, transports }, aaguid: key.aaguid }
  }
  if (!known) return null
  const counter = await checkAssertion(settings, response, { challenge, isPasskey: false, key: known })
  return counter === null ? null : { credential: { ...known, counter }, aaguid: null }
}

async function findChallenge(
  db: AuthContext['db'],
  { id }: FactorRow,
  challengeId: string,
): Promise<string | null> {
  if (!isUuid(challengeId)) return null
  const row = await db
    .selectFrom('auth.mfa_challenges')
    .select(sql<string | null>`web_authn_session_data ->> 'challenge'`.as('challenge'))
    .where('id', '=', challengeId)
    .where('factor_id', '=', id)
    .executeTakeFirst()
  return row?.challenge ?? null
}

/** Keeps the key, or that it has signed once more. Answers whether it counts on: what does not was copied. */
export async function saveKey(
  trx: Trx,
  { id }: FactorRow,
  { credential, aaguid }: VerifiedKey,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update auth.mfa_factors
    set web_authn_credential = ${JSON.stringify(credential)}::jsonb,
      web_authn_aaguid = coalesce(${aaguid}::uuid, web_authn_aaguid)
    where id = ${id} and (status = 'unverified' or ${credential.counter}::bigint = 0
      or (web_authn_credential ->> 'counter')::bigint < ${credential.counter}::bigint)`.execute(trx)
  return numAffectedRows > 0n
}
