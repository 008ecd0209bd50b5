import type { FastifyRequest } from 'fastify'
import { type DatabaseIdentity, visitorIdentity } from '../database/act-as.ts'
import type { KeyRing } from '../keys/keys.ts'
import { bearerOf, type Credential, readCredential } from '../keys/tokens.ts'

export type Identified =
  | { outcome: 'identified'; identity: DatabaseIdentity }
  | { outcome: 'unknown_role'; role: string }
  | Exclude<Credential, { outcome: 'accepted' }>

const databaseRoles: readonly string[] = ['anon', 'authenticated', 'service_role']

/**
 * Returns the identity of a request: by its bearer, else its `apikey`, else a visitor. Only three
 * roles are allowed.
 */
export async function identify(keys: KeyRing, request: FastifyRequest): Promise<Identified> {
  const presented = presentedCredential(request)
  if (presented === null) return { outcome: 'identified', identity: visitorIdentity }
  const credential = await readCredential(keys, presented)
  if (credential.outcome !== 'accepted') return credential
  if (!isDatabaseRole(credential.role)) return { outcome: 'unknown_role', role: credential.role }
  return { outcome: 'identified', identity: { role: credential.role, claims: credential.claims } }
}

/** The key or token that a request bears, if any. */
export function presentedCredential({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { apikey } = headers
  return bearerOf(headers.authorization) ?? (typeof apikey === 'string' && apikey ? apikey : null)
}

export function isDatabaseRole(role: string): role is DatabaseIdentity['role'] {
  return databaseRoles.includes(role)
}
