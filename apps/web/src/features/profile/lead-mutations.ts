import type { ClientConfig } from '@app/contracts/client-config'
import { mutationOptions } from '@tanstack/react-query'
import { loadSupabase } from '#web/lib/supabase.ts'
import { leadsKey } from './profile-queries.ts'

/** Says that a lead which came to this account by e-mail is the user's, or is not. */
export const claimLeadMutation = (config: ClientConfig, leadId: string) =>
  mutationOptions({
    mutationKey: [...leadsKey, 'claim'],
    mutationFn: async (isMine: boolean) => {
      const { rest } = await loadSupabase(config)
      await rest.rpc(isMine ? 'confirm_lead' : 'disown_lead', { lead_id: leadId }).throwOnError()
    },
    onSettled: (_data, _error, _isMine, _result, { client }) =>
      client.invalidateQueries({ queryKey: leadsKey }),
  })
