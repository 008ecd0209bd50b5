import type { Owner } from '@app/contracts/client-config'
import type { Kysely } from 'kysely'
import { erasePeopleJob } from './analytics/erase-people.job.ts'
import { erasePeople, saveErasing } from './analytics/erase-people.ts'
import type { EventGateway } from './analytics/event-gateway.ts'
import type { PersonEraser } from './analytics/person-eraser.ts'
import { sendEventsJob } from './analytics/send-events.job.ts'
import { sendEvents } from './analytics/send-events.ts'
import type { JobLog, Jobs } from './jobs/jobs.ts'
import { alertOwnerJob } from './mail/alert-owner.job.ts'
import { alertOwner } from './mail/alert-owner.ts'
import type { Mailer } from './mail/mailer.ts'
import { notifyOwnerJob } from './orders/notify-owner.job.ts'
import { notifyOwner, reportReceipt, sendReceipt } from './orders/order-mails.ts'
import { sendReceiptJob } from './orders/send-receipt.job.ts'
import type { PaymentGateway } from './payments/payment-gateway.ts'
import { reconcileOrderJob } from './payments/reconcile-order.job.ts'
import { reconcileOrder } from './payments/reconcile-order.ts'
import { forgetOldDataJob } from './retention/forget-old-data.job.ts'
import { forgetOldData } from './retention/forget-old-data.ts'
import type { Tables } from './services/tables.ts'

export type JobServices = {
  db: Kysely<Tables>
  jobs: Jobs
  mailer: Pick<Mailer, 'send'>
  gateway: PaymentGateway
  events: EventGateway
  /** Null when the analytics provider cannot be asked to forget anybody. */
  eraser: PersonEraser | null
  owner: Owner
  siteUrl: string
  log: JobLog
}

/** Says who does each of the product's jobs. */
export async function registerJobs(services: JobServices): Promise<void> {
  const { jobs, mailer, owner } = services

  await jobs.register(sendReceiptJob, async ({ payload: { orderId }, isLastAttempt }) => {
    try {
      await sendReceipt(services, orderId)
    } catch (error) {
      if (isLastAttempt) await reportReceipt(services, orderId)
      throw error
    }
  })
  await jobs.register(notifyOwnerJob, ({ payload }) => notifyOwner(services, payload.orderId))
  await jobs.register(alertOwnerJob, ({ payload }) =>
    alertOwner({ mailer, ownerEmail: owner.email }, payload),
  )
  await jobs.register(sendEventsJob, () => sendEvents(services.db, services.events))
  await jobs.schedule(sendEventsJob, '* * * * *', 'UTC', {})
  await jobs.register(forgetOldDataJob, async () => {
    await forgetOldData({ db: services.db, now: () => new Date(), log: services.log })
  })
  // In the small hours of Almaty.
  jobs.schedule(forgetOldDataJob, '40 21 * * *', 'UTC', {})
  const { eraser } = services
  await saveErasing(services.db, eraser !== null)
  await jobs.register(erasePeopleJob, async () => {
    if (eraser) await erasePeople(services.db, eraser, new Date())
  })
  jobs.schedule(erasePeopleJob, '*/15 * * * *', 'UTC', {})
  await jobs.register(reconcileOrderJob, ({ payload }) => reconcileOrder(services, payload))
}
