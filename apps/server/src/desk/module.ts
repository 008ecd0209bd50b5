import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import type { AdministratorAccess } from '../http/administrator.ts'
import type { PanelGate } from '../panel/panel-gate.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { guardDesk } from './desk-guard.ts'
import { deskSessionPlugin } from './desk-session-plugin.ts'
import { funnelPlugin } from './funnel-plugin.ts'
import { staffPlugin } from './staff-plugin.ts'

export type DeskNeeds = {
  db: Kysely<Tables>
  supabase: SupabaseClient
  administrators: AdministratorAccess
  now: () => Date
  gate: PanelGate
  limitAddresses: LimitAddresses
}

/** Where the owner and those who work with her see who came, who paid and who waits, and act. */
export function deskModule(needs: DeskNeeds): ContextModule {
  const { db, supabase, administrators, now, gate, limitAddresses } = needs
  return {
    routes: async (api) => {
      await api.register(
        async (desk) => {
          guardDesk(desk, { administrators, limitAddresses })
          await desk.register(deskSessionPlugin, { gate })
          await desk.register(funnelPlugin, { db, now })
          await desk.register(staffPlugin, { db, supabase, prefix: '/staff' })
        },
        { prefix: '/desk' },
      )
    },
  }
}
