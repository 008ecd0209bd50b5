import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import { unauthorized, unavailable } from './app-error.ts'

/**
 * Returns the user id of an `Authorization` header; null without one. Throws `unauthorized` for an
 * invalid token, so that nothing is done as a visitor by mistake, and `unavailable` when the check
 * fails.
 */
export async function signedInUser(
  supabase: SupabaseClient,
  authorization: string | undefined,
  now = Date.now(),
): Promise<string | null> {
  if (!authorization) return null
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1]
  if (!token) throw unauthorized()

  const claims = await readClaims(supabase, token)
  const isOver = claims.role !== 'authenticated' || claims.exp * 1000 <= now
  if (isOver || (await hasEnded(supabase, token))) throw unauthorized()
  return claims.sub
}

async function readClaims(supabase: SupabaseClient, token: string) {
  const { data, error } = await supabase.auth
    .getClaims(token, { allowExpired: true })
    .catch(() => ({ data: null, error: null }))
  if (error && isAuthRetryableFetchError(error)) throw unavailable()
  if (!data) throw unauthorized()
  return data.claims
}

/** Asks whether the session still stands: a token outlives it by up to an hour. */
async function hasEnded(supabase: SupabaseClient, token: string): Promise<boolean> {
  const { error } = await supabase.auth.getUser(token)
  if (error && isAuthRetryableFetchError(error)) throw unavailable()
  return error !== null
}
