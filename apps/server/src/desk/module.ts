import type { Owner } from '@app/contracts/client-config'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { StaffAccess } from '../http/staff.ts'
import { registerJob } from '../jobs/job.ts'
import type { PanelGate } from '../panel/panel-gate.ts'
import type { ContextModule } from '../services/context-module.ts'
import { guardDesk } from './desk-guard.ts'
import { deskSessionPlugin } from './desk-session-plugin.ts'
import { exportsPlugin } from './exports/exports-plugin.ts'
import { funnelPlugin } from './funnel-plugin.ts'
import { importsPlugin } from './imports/imports-plugin.ts'
import { journalPlugin } from './journal/journal-plugin.ts'
import { messagesPlugin } from './messages/messages-plugin.ts'
import { moneyPlugin } from './money/money-plugin.ts'
import { peoplePlugin } from './people/people-plugin.ts'
import type { ActionServices } from './people/person-actions.ts'
import { personActionsPlugin } from './people/person-actions-plugin.ts'
import { personPlugin } from './people/person-plugin.ts'
import { refreshDeskJob } from './people/refresh-desk.job.ts'
import { applyDeskChanges } from './people/refresh-desk.ts'
import { staffPlugin } from './staff-plugin.ts'
import { todayPlugin } from './today-plugin.ts'
import { planWeeklyMailJob, weeklyCron } from './weekly/plan-weekly-mail.job.ts'
import { planWeeklyMail } from './weekly/plan-weekly-mail.ts'
import { sendWeeklyMailJob } from './weekly/send-weekly-mail.job.ts'
import { sendWeeklyMail, type WeeklyMailServices } from './weekly/send-weekly-mail.ts'

export type DeskNeeds = ActionServices &
  WeeklyMailServices & {
    supabase: SupabaseClient
    staffAccess: StaffAccess
    gate: PanelGate
    owner: Owner
    limitAddresses: LimitAddresses
    /** The time on Mondays of the weekly mail; null for never. */
    weeklyMailAt: string | null
    isPersonMissing: boolean
  }

/** An installation with very many people, which has a desk for the first time, needs a while. */
const maxChangesPerMinute = 10_000

/** Builds the desk: staff see who came, paid and waits, and act. */
export function deskModule(needs: DeskNeeds): ContextModule {
  const { db, jobs, supabase, staffAccess, now, gate, limitAddresses, weeklyMailAt } = needs
  return {
    routes: async (api) => {
      await api.register(
        async (desk) => {
          guardDesk(desk, { staffAccess, limitAddresses })
          await desk.register(deskSessionPlugin, { gate })
          await desk.register(todayPlugin, needs)
          await desk.register(funnelPlugin, { db, now })
          await desk.register(journalPlugin, { db })
          await desk.register(staffPlugin, { db, jobs, supabase, prefix: '/staff' })
          await desk.register(peoplePlugin, { ...needs, prefix: '/people' })
          await desk.register(personPlugin, { ...needs, prefix: '/people' })
          await desk.register(personActionsPlugin, { ...needs, prefix: '/people' })
          await desk.register(messagesPlugin, { ...needs, prefix: '/messages' })
          await desk.register(moneyPlugin, needs)
          await desk.register(exportsPlugin, { ...needs, prefix: '/exports' })
          await desk.register(importsPlugin, { ...needs, prefix: '/imports' })
        },
        { prefix: '/desk' },
      )
    },
    jobs: [
      registerJob(
        refreshDeskJob,
        async () => {
          // The next run reads the rest.
          await applyDeskChanges(db, maxChangesPerMinute)
        },
        { cron: '* * * * *', payload: {} },
      ),
      registerJob(
        planWeeklyMailJob,
        async () => {
          // The job stays registered when it is off, because queued runs may remain.
          if (weeklyMailAt) await planWeeklyMail(needs, weeklyMailAt)
        },
        weeklyMailAt ? { cron: weeklyCron(weeklyMailAt), payload: {} } : undefined,
      ),
      registerJob(sendWeeklyMailJob, async ({ payload: { monday } }) => {
        if (weeklyMailAt) await sendWeeklyMail(needs, monday)
      }),
    ],
  }
}
