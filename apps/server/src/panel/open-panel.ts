import type { SupabaseClient } from '@supabase/supabase-js'
import type { Settings } from '../config.ts'
import { appointAdministrator, panelLink } from './appoint-administrator.ts'

/**
 * Appoints the administrators the settings name. In the sandbox answers the link by which the first of them signs in, once,
 * as notebooks do; elsewhere null, because there they sign in by a mailed code like everybody.
 */
export async function openPanel(
  supabase: SupabaseClient,
  { environment, http, panel }: Pick<Settings, 'environment' | 'http' | 'panel'>,
): Promise<string | null> {
  for (const email of panel.adminEmails) await appointAdministrator(supabase, email)
  const [first] = panel.adminEmails
  if (environment === 'production' || first === undefined) return null
  return panelLink(supabase, { email: first, siteUrl: http.siteUrl })
}
