import { metadataRoles } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type AccountServices, readyAccount } from './ready-account.ts'

/**
 * Makes the user with this address an owner, and makes the user first when there is none. They start with their mailbox as the
 * only way in: an account nobody has proven gives way to a new one, and one that is proven starts clean. Safe to repeat.
 */
export async function grantOwnerRole(services: AccountServices, email: string): Promise<void> {
  const role = metadataRoles.owner
  const account = await readyAccount(services, email, [role])
  if (account.role === role) return
  const { error } = await services.supabase.auth.admin.updateUserById(account.id, { app_metadata: { role } })
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
