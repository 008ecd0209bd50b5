import { hash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from './keys.ts'
import type { Key } from './signing-keys.ts'

export type Claims = JWTPayload & { role?: unknown; session_id?: unknown; email?: unknown }

/** The result of checking a key or token. */
export type Credential =
  | { outcome: 'accepted'; role: string; claims: Claims; kind: 'key' | 'jwt' }
  | { outcome: 'unknown_key' }
  | { outcome: 'expired' }
  | { outcome: 'invalid'; reason: string }

/** Signs the claims with the platform's key. `iat` and `exp` belong to the caller. */
export function signToken({ signer }: KeyRing, claims: Claims): Promise<string> {
  const { alg, kid, key } = signer
  return new SignJWT(claims)
    .setProtectedHeader({ alg, typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .sign(key)
}

/** Says whose a key or a token is. Keys are compared in constant time; a token counts only with our own signature. */
export async function readCredential(keys: KeyRing, presented: string): Promise<Credential> {
  if (presented.startsWith('sb_')) {
    const shown = digest(presented)
    const { secret, publishable } = digestsOf(keys)
    if (timingSafeEqual(shown, secret)) return apiKey('service_role')
    if (timingSafeEqual(shown, publishable)) return apiKey('anon')
    return { outcome: 'unknown_key' }
  }
  try {
    const payload = await verifiedClaims(keys, presented)
    const role = typeof payload.role === 'string' && payload.role !== '' ? payload.role : 'anon'
    return { outcome: 'accepted', role, claims: payload, kind: 'jwt' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { outcome: 'expired' }
    if (error instanceof errors.JOSEError) return { outcome: 'invalid', reason: error.code }
    throw error
  }
}

/** The claims of a token that one of our keys has signed. The key, never the token, says by which algorithm. */
async function verifiedClaims({ verifiers, verified }: KeyRing, token: string): Promise<Claims> {
  const found = verified.find(token)
  if (found) return found
  let refusal: unknown = new errors.JWSSignatureVerificationFailed()
  for (const { alg, key, until } of candidateKeys(verifiers, token)) {
    try {
      const { payload } = await jwtVerify<Claims>(token, key, { algorithms: [alg] })
      // Tokens of retired keys are not cached, because the key may expire first.
      if (!until) verified.add(token, payload)
      return payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      refusal = error
    }
  }
  throw refusal
}

/** The keys a token may have been signed with: the one it names, or, when it names none, each of its kind. */
function candidateKeys(verifiers: readonly Key[], token: string): readonly Key[] {
  const { alg, kid } = headerOf(token)
  const nowMs = Date.now()
  const ofKind = verifiers.filter((key) => key.alg === alg && (!key.until || key.until.getTime() > nowMs))
  if (kid === undefined) return ofKind
  const named = ofKind.filter((key) => key.kid === kid)
  return named.length > 0 ? named : ofKind.filter((key) => key.kid === undefined)
}

function headerOf(token: string): { alg?: string; kid?: string } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new errors.JWSInvalid('not a token')
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerOf(header: string | undefined): string | null {
  return /^bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null
}

function apiKey(role: 'anon' | 'service_role'): Credential {
  return { outcome: 'accepted', role, claims: { role }, kind: 'key' }
}

type Digests = { secret: Buffer; publishable: Buffer }

/** Digests of the fixed keys, cached because nearly every request uses one. */
const known = new WeakMap<KeyRing, Digests>()

function digestsOf(keys: KeyRing): Digests {
  const digests = known.get(keys) ?? { secret: digest(keys.secret), publishable: digest(keys.publishable) }
  known.set(keys, digests)
  return digests
}

/** Digests are compared, so that neither content nor length shows in the time taken. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
