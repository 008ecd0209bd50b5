import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Origin } from '../../auth/auth-context.ts'
import { invalidOAuthRequest, validationFailed } from '../../auth/auth-errors.ts'
import { openSession, type SessionBody, startSession } from '../../auth/sessions/sessions.ts'
import { linkIdentity, userOfIdentity } from '../identity/user-of-identity.ts'
import { toOutsideIdentity } from './claims-to-identity.ts'
import { discover, getTokenProvider } from './provider-client.ts'
import type { ProvidersContext } from './provider-settings.ts'

export type IdTokenRequest = {
  provider: string
  idToken: string
  nonce: string
  linkTo: string | null
  origin: Origin
}

/** Signs in with a token that the provider's own button gave the page. */
export async function signInWithIdToken(
  context: ProvidersContext,
  request: IdTokenRequest,
): Promise<SessionBody> {
  if (!request.idToken) throw invalidOAuthRequest('id_token required')
  if (!request.provider) throw invalidOAuthRequest('provider or client_id and issuer required')
  const claims = await verifiedClaims(context, request)
  const identity = toOutsideIdentity(request.provider, claims.iss ?? '', claims)
  const started = await context.db.transaction().execute(async (trx) => {
    const user = request.linkTo
      ? await linkIdentity(trx, request.linkTo, identity)
      : await userOfIdentity(context, trx, identity)
    return startSession(context, trx, { user, method: 'oauth', origin: request.origin, isLast: true })
  })
  return openSession(context, started)
}

async function verifiedClaims(
  context: ProvidersContext,
  { provider: name, idToken, nonce }: IdTokenRequest,
): Promise<JWTPayload> {
  const provider = getTokenProvider(context, name)
  if (provider.speaks === 'github') throw validationFailed('GitHub gives no ID tokens')
  const { issuer, jwks_uri } = (await discover(provider)).serverMetadata()
  if (!jwks_uri) throw invalidOAuthRequest('Bad ID token')
  const { payload } = await jwtVerify(idToken, createRemoteJWKSet(new URL(jwks_uri)), {
    issuer,
    audience: [...provider.clientIds],
    requiredClaims: ['sub', 'exp'],
  }).catch((error) => {
    if (isAudienceError(error)) throw invalidOAuthRequest('Unacceptable audience in id_token')
    if (error instanceof errors.JOSEError) throw invalidOAuthRequest('Bad ID token')
    throw error
  })
  if (!provider.skipNonceCheck) checkNonce(payload, nonce)
  return payload
}

/** The token holds the SHA-256 of the nonce in hexadecimal. */
function checkNonce(payload: JWTPayload, nonce: string): void {
  const held = typeof payload.nonce === 'string' ? payload.nonce : ''
  if ((held !== '') !== (nonce !== '')) {
    throw invalidOAuthRequest('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== held) {
    throw invalidOAuthRequest('Nonces mismatch', 'invalid nonce')
  }
}

function isAudienceError(error: unknown): boolean {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
}
