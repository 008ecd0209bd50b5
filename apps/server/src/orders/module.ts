import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import type { StaffAccess } from '../http/staff.ts'
import { registerJob } from '../jobs/job.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { notifyOrphanedConsultationsJob } from './left-consultations/notify-orphaned-consultations.job.ts'
import { notifyOrphanedConsultations } from './left-consultations/notify-orphaned-consultations.ts'
import { ordersPlugin } from './list/orders-plugin.ts'
import { notifyOwnerJob } from './mails/notify-owner.job.ts'
import {
  notifyOwner,
  type OrderMailServices,
  reportReceipt,
  sendReceipt,
  sendRefundNote,
} from './mails/order-mails.ts'
import { sendReceiptJob } from './mails/send-receipt.job.ts'
import { sendRefundNoteJob } from './mails/send-refund-note.job.ts'
import { panelOrdersPlugin } from './panel/panel-orders-plugin.ts'
import type { RefundServices } from './refund/refund-order.ts'

export type OrdersNeeds = OrderMailServices &
  RefundServices & {
    db: Kysely<Tables>
    supabase: SupabaseClient
    staffAccess: StaffAccess
    limitOwn: LimitAddresses
    limitPanel: LimitAddresses
  }

/** Purchases: what they cost, whose they are, the mails about them, and their money given back. */
export function ordersModule(needs: OrdersNeeds): ContextModule {
  const { db, supabase, staffAccess, now, endSubscription, limitOwn, limitPanel } = needs
  return {
    routes: async (api) => {
      await api.register(ordersPlugin, { db, supabase, limitAddresses: limitOwn, prefix: '/orders' })
      await api.register(panelOrdersPlugin, {
        db,
        staffAccess,
        now,
        jobs: needs.jobs,
        endSubscription,
        limitAddresses: limitPanel,
        prefix: '/panel/orders',
      })
    },
    jobs: [
      registerJob(sendReceiptJob, async ({ payload: { orderId }, isLastAttempt }) => {
        try {
          await sendReceipt(needs, orderId)
        } catch (error) {
          if (isLastAttempt) await reportReceipt(needs, orderId)
          throw error
        }
      }),
      registerJob(sendRefundNoteJob, ({ payload }) => sendRefundNote(needs, payload.orderId)),
      registerJob(notifyOwnerJob, ({ payload }) => notifyOwner(needs, payload.orderId)),
      registerJob(notifyOrphanedConsultationsJob, () => notifyOrphanedConsultations(needs), {
        cron: '* * * * *',
        payload: {},
      }),
    ],
  }
}
