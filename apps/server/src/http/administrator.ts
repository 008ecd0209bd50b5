import { createHash, timingSafeEqual } from 'node:crypto'
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import { AppError, unauthorized, unavailable } from './app-error.ts'

export type AdministratorAccess = { supabase: SupabaseClient; secretKey: string }

type Headers = { authorization?: string | undefined; apikey?: string | string[] | undefined }

/**
 * Lets an administrator through: the service key, as bearer or `apikey`, or the session of a user whose
 * `app_metadata.role` is `admin` now. Answers who it is, null for the key. Throws `unauthorized` for nobody and `forbidden` for anybody else.
 */
export async function requireAdministrator(
  access: AdministratorAccess,
  headers: Headers,
): Promise<{ userId: string | null }> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const keys = [bearer, headers.apikey].flatMap((key) => (typeof key === 'string' ? [key] : []))
  if (keys.some((key) => isSameKey(key, access.secretKey))) return { userId: null }
  if (!bearer) throw unauthorized()

  // Asked anew every time: a role that was taken away must not live on in a token.
  const { data, error } = await access.supabase.auth.getUser(bearer)
  if (error) throw isAuthRetryableFetchError(error) ? unavailable() : unauthorized()
  if (data.user.app_metadata.role !== 'admin') throw new AppError('forbidden', 403)
  return { userId: data.user.id }
}

/** Compares in a time that does not tell how much was right. */
export function isSameKey(given: string, known: string): boolean {
  const digest = (key: string) => createHash('sha256').update(key).digest()
  return timingSafeEqual(digest(given), digest(known))
}
