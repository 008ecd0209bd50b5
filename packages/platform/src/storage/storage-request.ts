import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DatabaseIdentity } from '../database/act-as.ts'
import type { PlatformTables } from '../database/tables.ts'
import { identify } from '../http/identify.ts'
import { isObject, parseJson } from '../http/json.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { ResolvedSettings } from '../settings.ts'
import { parseObjectName } from './objects/object-name.ts'
import { invalidRequest, invalidToken, missingAuthorization, uploadCutOff } from './storage-errors.ts'
import type { ObjectStore } from './stores/object-store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's operation, for policies. */
    operation?: string
  }
}

export type StorageContext = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  openLimiter: OpenLimiter
  settings: ResolvedSettings
  store: ObjectStore
}

export type BucketRoute = { Params: { bucket: string } }
export type ObjectRoute = { Params: { bucket: string; '*': string } }

/** An object's bucket and name. */
export type Place = { bucket: string; name: string }

/** The maximum size of a JSON body. */
export const jsonBodyLimit = 1024 * 1024

/** The object that a route's path names, or an error. */
export function placeOf(request: FastifyRequest<ObjectRoute>): Place {
  return { bucket: request.params.bucket, name: parseObjectName(request.params['*']) }
}

/** Storage knows no visitors by default: a key or a token has to be there. */
export async function callerOf(
  { keys }: Pick<StorageContext, 'keys'>,
  request: FastifyRequest,
): Promise<DatabaseIdentity> {
  if (!hasCredential(request)) throw missingAuthorization()
  const identified = await identify(keys, request)
  if (identified.outcome === 'expired') throw invalidToken('"exp" claim timestamp check failed')
  if (identified.outcome !== 'identified') throw invalidToken('Invalid Compact JWS')
  return withOperation(identified.identity, request)
}

/** Returns true for the service key without a user. */
export async function isServerRequest(
  { keys }: Pick<StorageContext, 'keys'>,
  request: FastifyRequest,
): Promise<boolean> {
  const identified = await identify(keys, request)
  if (identified.outcome !== 'identified') return false
  const { role, claims } = identified.identity
  return role === 'service_role' && typeof claims.sub !== 'string'
}

export function hasCredential({ headers }: FastifyRequest): boolean {
  return Boolean(headers.authorization || headers.apikey)
}

/** The same identity, telling policies what it is about to do; see `storage.operation()`. */
export function withOperation(
  identity: DatabaseIdentity,
  { routeOptions }: FastifyRequest,
): DatabaseIdentity {
  const { operation } = routeOptions.config
  return operation === undefined ? identity : { ...identity, settings: { 'storage.operation': operation } }
}

/** Policies were asked when a link was signed; what comes of it belongs to its signer. */
export function identityOfOwner(owner: string | null): DatabaseIdentity {
  return { role: 'service_role', claims: { role: 'service_role', ...(owner === null ? {} : { sub: owner }) } }
}

/** Throws when the client has disconnected. */
export function checkIsSending({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed && !raw.complete) throw uploadCutOff()
}

/** Names a route's operation in upstream's words. */
export function operationConfig(operation: string): { config: { operation: string } } {
  return { config: { operation } }
}

/** The request's body as a JSON object; nothing at all counts as an empty one. */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return {}
  try {
    const value = parseJson(request.body.toString('utf8'))
    if (isObject(value)) return value
  } catch {
    throw invalidRequest('The body is no JSON')
  }
  throw invalidRequest('The body must be an object')
}

/** Longer than any object name or cursor. */
const textMaxLength = 4096

/** A text of the body, or an error that names it. PostgreSQL has no text with a zero byte. */
export function textOf(body: Record<string, unknown>, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value.length > textMaxLength || value.includes('\0'))
    throw invalidRequest(`body/${name} must be string`)
  return value
}

/** A whole number of the body between two bounds, or an error that names it. */
export function wholeNumberOf(
  body: Record<string, unknown>,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback?: number },
): number {
  const value = body[name] ?? fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw invalidRequest(`body/${name} must be a whole number from ${min} to ${max}`)
  }
  return value
}
