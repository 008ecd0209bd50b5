import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import { forbidden, unauthorized, unavailable } from './app-error.ts'

/** What makes a user an administrator: `app_metadata.role`, which only the secret key may write. */
export const administratorRole = 'admin'

/**
 * The id of the administrator an `Authorization` header speaks for. The role is asked for, not read off the token,
 * so that losing it takes effect at once. Throws `unauthorized` for visitors and `forbidden` for other users.
 */
export async function requireAdministrator(
  supabase: SupabaseClient,
  authorization: string | undefined,
): Promise<string> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw unauthorized()
  const { data, error } = await supabase.auth.getUser(token)
  if (error && isAuthRetryableFetchError(error)) throw unavailable()
  if (error) throw unauthorized()
  if (data.user.app_metadata.role !== administratorRole) throw forbidden()
  return data.user.id
}
