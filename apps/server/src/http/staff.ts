import { createHash, timingSafeEqual } from 'node:crypto'
import { type Admission, decideAdmission } from '@app/domain/auth/admission'
import { type StaffPermission, type StaffRole, staffRoleOf } from '@app/domain/auth/roles'
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { AppError, unauthorized, unavailable } from './app-error.ts'
import { findSessionProof } from './session-proof.ts'

export type StaffAccess = { supabase: SupabaseClient; secretKey: string; db: Kysely<Tables> }

/** Who of the staff was let through, and as what; a program with the service key is nobody, and may do what the owner may. */
export type Staff = { userId: string | null; role: StaffRole }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, where only the staff do. */
    staff: Staff
  }
  interface FastifyContextConfig {
    /** What a route of the desk needs of whoever asks; without it no route of the desk is added. */
    needs?: StaffPermission
    /** True when it wants a second factor shown just now, as what cannot be undone does. */
    fresh?: boolean
  }
}

type Headers = { authorization?: string | undefined; apikey?: string | string[] | undefined }

/**
 * Lets one of the staff through who may do what is needed: the service key, as bearer or `apikey`, or the session of a user
 * whose `app_metadata.role` grants that now and who has shown a second factor in it; with `fresh`, shown or signed in just
 * now. Answers who it is. Throws `unauthorized` for nobody, `forbidden` for anybody else, `second_factor_required` and
 * `fresh_sign_in_required`.
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

  // Asked anew every time: neither a role nor a factor that was taken away must live on in a token.
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

/** Compares in a time that does not tell how much was right. */
export function isSameKey(given: string, known: string): boolean {
  const digest = (key: string) => createHash('sha256').update(key).digest()
  return timingSafeEqual(digest(given), digest(known))
}
