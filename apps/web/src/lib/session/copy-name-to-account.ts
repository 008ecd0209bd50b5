import type { ClientConfig } from '@app/contracts/client-config'
import { loadSupabase } from './supabase.ts'

/** Takes the name of a lead that its owner has just said is theirs over into an account that has none. */
export async function copyNameToAccount(config: ClientConfig, leadId: string): Promise<void> {
  const { auth, rest } = await loadSupabase(config)
  const { data } = await auth.getSession()
  const known = data.session?.user.user_metadata
  if (!known || known.name || known.full_name) return
  const { data: lead } = await rest.from('quiz_leads').select('name').eq('id', leadId).maybeSingle()
  if (lead?.name) await auth.updateUser({ data: { name: lead.name, full_name: lead.name } })
}
