import { createHmac } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from '../keys/keys.ts'
import { invalidLink, invalidSignature } from './storage-errors.ts'
import type { Place } from './storage-request.ts'

export type UploadPermit = { owner: string | null; upsert: boolean }

type UrlClaims = JWTPayload & { url?: unknown; owner?: unknown; upsert?: unknown }
type Purpose = 'download' | 'upload'

/** Upstream's two hours for an upload to begin. */
const uploadSeconds = 7200

/** Signs a link that shows one object to whoever has it, for as many seconds as given. */
export function signDownload(keys: KeyRing, place: Place, expiresIn: number): Promise<string> {
  return sign(keys, 'download', { url: pathOf(place) }, expiresIn)
}

/** Signs a link by which whoever has it may upload one object, in its signer's name. */
export function signUpload(keys: KeyRing, place: Place, { owner, upsert }: UploadPermit): Promise<string> {
  return sign(keys, 'upload', { url: pathOf(place), owner, upsert }, uploadSeconds)
}

/** Throws unless the token was made for showing this object and has not expired. */
export async function checkDownload(keys: KeyRing, place: Place, token: unknown): Promise<void> {
  await verify(keys, 'download', place, token)
}

/**
 * Reads the permission in a token for uploading this object; throws when it was made for something
 * else or has expired.
 */
export async function readUploadPermit(keys: KeyRing, place: Place, token: unknown): Promise<UploadPermit> {
  const { owner, upsert } = await verify(keys, 'upload', place, token)
  return { owner: typeof owner === 'string' ? owner : null, upsert: upsert === true }
}

function pathOf({ bucket, name }: Place): string {
  return `${bucket}/${name}`
}

/** A key of its own for each purpose, so that no link can pass for another, nor for someone's access token. */
function keyFor({ pepper }: KeyRing, purpose: Purpose): Uint8Array {
  return createHmac('sha256', pepper).update(`storage ${purpose} link`).digest()
}

function sign(keys: KeyRing, purpose: Purpose, claims: UrlClaims, seconds: number): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(keyFor(keys, purpose))
}

async function verify(keys: KeyRing, purpose: Purpose, place: Place, token: unknown): Promise<UrlClaims> {
  if (typeof token !== 'string' || token === '')
    throw invalidLink("querystring must have required property 'token'")
  try {
    const { payload } = await jwtVerify<UrlClaims>(token, keyFor(keys, purpose), { algorithms: ['HS256'] })
    if (payload.url === pathOf(place)) return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidLink('"exp" claim timestamp check failed')
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
      throw invalidLink('Invalid Compact JWS')
    if (error instanceof errors.JOSEError) throw invalidLink('signature verification failed')
    throw error
  }
  throw invalidSignature('The url do not match the signature')
}
