import { metadataRoles } from '@app/domain/auth/roles'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type AccountServices, prepareAccount } from './prepare-account.ts'

/**
 * Grants the owner role to the user with this address, and creates the user first when there is
 * none. The mailbox becomes the only way to sign in. It is safe to repeat.
 */
export async function grantOwnerRole(services: AccountServices, email: string): Promise<void> {
  const role = metadataRoles.owner
  const account = await prepareAccount(services, email, [role])
  if (account.role === role) return
  const { error } = await services.supabase.auth.admin.updateUserById(account.id, { app_metadata: { role } })
  if (error) throw error
}

/** Creates a link that signs a user in once and opens the panel. No mail is sent. */
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
