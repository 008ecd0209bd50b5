import { createHash, timingSafeEqual } from 'node:crypto'
import { type Admission, decideAdmission } from '@app/domain/auth/admission'
import { type StaffPermission, type StaffRole, staffRoleOf } from '@app/domain/auth/roles'
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { AppError, unauthorized, unavailable } from './app-error.ts'
import { findSessionProof } from './session-proof.ts'

export type StaffAccess = { supabase: SupabaseClient; secretKey: string; db: Kysely<Tables> }

/**
 * The authenticated staff member. A program with the service key has no user id and acts as the
 * owner.
 */
export type Staff = { userId: string | null; role: StaffRole }

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a staff route. */
    staff: Staff
  }
  interface FastifyContextConfig {
    /** The permission that a desk route requires. */
    needs?: StaffPermission
    /** True when the route requires a recent second factor. */
    fresh?: boolean
  }
}

type Headers = { authorization?: string | undefined; apikey?: string | string[] | undefined }

/**
 * Authenticates a staff member: the service key, or a session whose user has the required
 * permission and showed a second factor; with `fresh`, recently. Throws `unauthorized`,
 * `forbidden`, `second_factor_required` or `fresh_sign_in_required`.
 */
export async function requireStaff(
  access: StaffAccess,
  headers: Headers,
  { needs, fresh = false }: { needs: StaffPermission; fresh?: boolean },
): Promise<Staff> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const keys = [bearer, headers.apikey].flatMap((key) => (typeof key === 'string' ? [key] : []))
  if (keys.some((key) => isSameKey(key, access.secretKey))) return { userId: null, role: 'owner' }
  if (!bearer) throw unauthorized()

  // Read anew each time, because a revoked role must not survive in a token.
  const { data, error } = await access.supabase.auth.getUser(bearer)
  if (error) throw isAuthRetryableFetchError(error) ? unavailable() : unauthorized()
  const { id, app_metadata } = data.user
  const role = staffRoleOf(app_metadata.role)
  if (!role) throw refusals.not_allowed()
  const proof = await findSessionProof(access.db, { userId: id, token: bearer })
  const admission = decideAdmission({ role, ...proof }, { needs, now: new Date(), fresh })
  if (admission !== 'admitted') throw refusals[admission]()
  return { userId: id, role }
}

const refusals: Record<Exclude<Admission, 'admitted'>, () => AppError> = {
  not_allowed: () => new AppError('forbidden'),
  second_factor_required: () => new AppError('second_factor_required'),
  fresh_sign_in_required: () => new AppError('fresh_sign_in_required'),
}

/** Compares in constant time. */
export function isSameKey(given: string, known: string): boolean {
  const digest = (key: string) => createHash('sha256').update(key).digest()
  return timingSafeEqual(digest(given), digest(known))
}
