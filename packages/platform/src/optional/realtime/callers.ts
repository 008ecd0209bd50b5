import { decodeJwt } from 'jose'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import { isDatabaseRole } from '../../http/identify.ts'
import type { KeyRing } from '../../keys/keys.ts'
import { readCredential } from '../../keys/tokens.ts'

/** A channel's identity and its expiry. Callers with the same `key` see the same rows. */
export type Caller = {
  identity: DatabaseIdentity
  key: string
  sessionId: string | null
  expiresAtMs: number | null
}

/** A refusal with upstream's code and message. */
export type Refusal = { code: string; message: string }

export const isRefusal = (value: object): value is Refusal => 'message' in value && 'code' in value

const malformed = { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' }
const missingClaims = { code: 'InvalidJWTToken', message: 'Fields `role` and `exp` are required in JWT' }
const badSignature = { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' }

/** Returns the identity of a key or token. */
export async function readCaller(keys: KeyRing, presented: string): Promise<Caller | Refusal> {
  const credential = await readCredential(keys, presented)
  if (credential.outcome === 'expired') return expired(expiryOf(presented))
  if (credential.outcome === 'unknown_key') return malformed
  if (credential.outcome === 'invalid') {
    return credential.reason === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' ? badSignature : malformed
  }
  const { role, claims, kind } = credential
  const hasRole = typeof claims.role === 'string' && claims.role !== ''
  if (!hasRole || (kind === 'jwt' && claims.exp === undefined)) return missingClaims
  if (!isDatabaseRole(role)) return { code: 'Unauthorized', message: `The role ${role} may not be acted as` }
  const identity = { role, claims }
  return {
    identity,
    key: JSON.stringify(identity),
    sessionId: typeof claims.session_id === 'string' && claims.session_id !== '' ? claims.session_id : null,
    expiresAtMs: claims.exp === undefined ? null : claims.exp * 1000,
  }
}

export function expired(expiresAtMs: number): Refusal {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAtMs) / 1000))
  return { code: 'InvalidJWTToken', message: `Token has expired ${seconds} seconds ago` }
}

function expiryOf(token: string): number {
  return (decodeJwt(token).exp ?? 0) * 1000
}
