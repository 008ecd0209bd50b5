import type { SupabaseClient } from '@supabase/supabase-js'
import type { Settings } from '../config.ts'
import { appointAdministrator, panelLink } from './appoint-administrator.ts'

/**
 * Appoints the administrator the settings name. In the sandbox answers the link they sign in by, once, as notebooks do;
 * elsewhere null, because there they sign in by a mailed code like everybody.
 */
export async function openPanel(
  supabase: SupabaseClient,
  { environment, http, panel }: Pick<Settings, 'environment' | 'http' | 'panel'>,
): Promise<string | null> {
  if (!panel.adminEmail) return null
  await appointAdministrator(supabase, panel.adminEmail)
  if (environment === 'production') return null
  return panelLink(supabase, { email: panel.adminEmail, siteUrl: http.siteUrl })
}
