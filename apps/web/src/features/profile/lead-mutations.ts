import type { ClientConfig } from '@app/contracts/client-config'
import { mutationOptions } from '@tanstack/react-query'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'
import type { Supabase } from '#web/lib/session/supabase-client.ts'

/** Says that a lead which came to this account by e-mail is the user's, or is not. */
export const claimLeadMutation = (config: ClientConfig, leadId: string) =>
  mutationOptions({
    mutationKey: ['leads', 'claim'],
    mutationFn: async (isMine: boolean) => {
      const supabase = await loadSupabase(config)
      await supabase.rest.rpc(isMine ? 'confirm_lead' : 'disown_lead', { lead_id: leadId }).throwOnError()
      if (isMine) await copyContactToAccount(supabase, leadId)
    },
    onSettled: (_data, _error, _isMine, _result, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.leads }),
  })

/** Copies a confirmed lead's name and phone to an account without them. A failure is ignored. */
async function copyContactToAccount({ auth, rest }: Supabase, leadId: string): Promise<void> {
  const { data } = await auth.getSession()
  const known = data.session?.user.user_metadata
  if (!known || known.name || known.full_name || known.phone || known.phone_number) return
  const { data: lead } = await rest.from('quiz_leads').select('name,phone').eq('id', leadId).maybeSingle()
  if (!lead) return
  const { name, phone } = lead
  await auth.updateUser({ data: { name, full_name: name, phone, phone_number: phone } })
}
