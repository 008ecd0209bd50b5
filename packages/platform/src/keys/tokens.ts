import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from './keys.ts'

export type Claims = JWTPayload & { role?: unknown; session_id?: unknown; email?: unknown }

/** What a presented key or token turned out to be. */
export type Credential =
  | { outcome: 'accepted'; role: string; claims: Claims; kind: 'key' | 'jwt' }
  | { outcome: 'unknown_key' }
  | { outcome: 'expired' }
  | { outcome: 'invalid'; reason: string }

/** Signs the claims with the platform's key. `iat` and `exp` belong to the caller. */
export function signToken(keys: KeyRing, claims: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
    .sign(keys.privateKey)
}

/** Says whose a key or a token is. Keys are compared in constant time; a token counts only with our own signature. */
export async function readCredential(keys: KeyRing, presented: string): Promise<Credential> {
  if (presented.startsWith('sb_')) {
    if (isSame(presented, keys.secret)) return apiKey('service_role')
    if (isSame(presented, keys.publishable)) return apiKey('anon')
    return { outcome: 'unknown_key' }
  }
  try {
    const { payload } = await jwtVerify<Claims>(presented, keys.publicKey, { algorithms: ['ES256'] })
    const role = typeof payload.role === 'string' && payload.role !== '' ? payload.role : 'anon'
    return { outcome: 'accepted', role, claims: payload, kind: 'jwt' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { outcome: 'expired' }
    if (error instanceof errors.JOSEError) return { outcome: 'invalid', reason: error.code }
    throw error
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerOf(header: string | undefined): string | null {
  return /^bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null
}

function apiKey(role: 'anon' | 'service_role'): Credential {
  return { outcome: 'accepted', role, claims: { role }, kind: 'key' }
}

/** Compares digests, so that neither content nor length shows in the time taken. */
function isSame(presented: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(presented), digest(expected))
}
