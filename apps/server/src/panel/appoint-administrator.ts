import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'

/** What makes a user an administrator; see `http/administrator.ts`. */
const administratorRole = 'admin'
const appMetadata = { role: administratorRole }

/**
 * Makes the user with this address an administrator, and the user first when there is none. An administrator starts
 * with their mailbox as the only way in: an account nobody has proven gives way to a new one, and of one that is proven
 * password, factors and sessions go. Safe to repeat.
 */
export async function appointAdministrator(supabase: SupabaseClient, email: string): Promise<void> {
  const { admin } = supabase.auth
  const make = () => admin.createUser({ email, email_confirm: true, app_metadata: appMetadata })
  const made = await make()
  if (!made.error) return
  if (made.error.code !== 'email_exists') throw made.error

  const { data: userId } = await supabase.rpc('get_user_id_by_email', { user_email: email }).throwOnError()
  const { data, error } = await admin.getUserById(String(userId))
  if (error) throw error
  if (!data.user.email_confirmed_at) {
    throwRefusal(await admin.deleteUser(data.user.id))
    throwRefusal(await make())
  } else if (data.user.app_metadata.role !== administratorRole) {
    await promote(supabase, data.user.id)
  }
}

async function promote({ auth: { admin } }: SupabaseClient, userId: string): Promise<void> {
  const { data, error } = await admin.mfa.listFactors({ userId })
  if (error) throw error
  for (const { id } of data.factors) throwRefusal(await admin.mfa.deleteFactor({ userId, id }))
  // A new password ends every session; nobody learns it.
  const password = randomBytes(24).toString('base64url')
  throwRefusal(await admin.updateUserById(userId, { app_metadata: appMetadata, password }))
}

function throwRefusal({ error }: { error: Error | null }): void {
  if (error) throw error
}

/** A link that signs a user in once and leads to the panel. Nothing is mailed. */
export async function panelLink(
  supabase: SupabaseClient,
  { email, siteUrl }: { email: string; siteUrl: string },
): Promise<string> {
  const { data, error } = await supabase.auth.admin.generateLink({
    type: 'magiclink',
    email,
    options: { redirectTo: `${siteUrl}/misc` },
  })
  if (error) throw error
  return data.properties.action_link
}
