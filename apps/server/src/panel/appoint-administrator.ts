import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'

/** What makes a user an administrator; see `http/administrator.ts`. */
const administratorRole = 'admin'
const appMetadata = { role: administratorRole }

/** Makes the user with this address an administrator, and the user first when there is none. Safe to repeat. */
export async function appointAdministrator(supabase: SupabaseClient, email: string): Promise<void> {
  const made = await supabase.auth.admin.createUser({ email, email_confirm: true, app_metadata: appMetadata })
  if (!made.error) return
  if (made.error.code !== 'email_exists') throw made.error

  const { data: userId } = await supabase.rpc('get_user_id_by_email', { user_email: email }).throwOnError()
  const { data, error } = await supabase.auth.admin.getUserById(String(userId))
  if (error) throw error
  if (data.user.app_metadata.role === administratorRole) return
  // Whoever signed up with the address before its owner did must not come in by the password they chose.
  const password = data.user.email_confirmed_at ? {} : { password: randomBytes(24).toString('base64url') }
  const changed = await supabase.auth.admin.updateUserById(data.user.id, {
    app_metadata: appMetadata,
    ...password,
  })
  if (changed.error) throw changed.error
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
