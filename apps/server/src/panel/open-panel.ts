import { isLocalAddress } from '../config/local-address.ts'
import type { Settings } from '../config.ts'
import { grantOwnerRole, panelLink } from './grant-owner-role.ts'
import type { AccountServices } from './prepare-account.ts'
import { revokeOwnerRoles } from './revoke-owner-roles.ts'

/**
 * Appoints the owners of the settings and dismisses all others. A local sandbox returns a one-time
 * sign-in link; elsewhere null.
 */
export async function openPanel(
  services: AccountServices,
  { environment, http, panel }: Pick<Settings, 'environment' | 'http' | 'panel'>,
): Promise<string | null> {
  await revokeOwnerRoles(services, panel.adminEmails)
  for (const email of panel.adminEmails) await grantOwnerRole(services, email)
  const [first] = panel.adminEmails
  if (environment === 'production' || !isLocalAddress(http.siteUrl) || first === undefined) return null
  return panelLink(services.supabase, { email: first, siteUrl: http.siteUrl })
}
