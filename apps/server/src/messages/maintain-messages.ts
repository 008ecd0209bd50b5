import type { OwnerAlert } from '@app/content/ru/mail/owner-notice'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import { takeAlert } from './message-channel.ts'
import type { MessageSender } from './message-sender.ts'
import type { AlertReason } from './message-tables.ts'
import { pruneEvents } from './reports/event-repository.ts'
import { type EventServices, takeReports } from './reports/handle-message-events.ts'
import type { CallServices } from './reports/read-calls.ts'

export type MaintenanceServices = EventServices &
  CallServices & {
    jobs: Pick<Jobs, 'enqueue'>
    sender: Pick<MessageSender, 'drain'>
  }

/** Does what a stopped process left undone, and sees to it that the owner hears of trouble: one mail an hour at most. */
export async function maintainMessages(services: MaintenanceServices): Promise<void> {
  const { db, now, jobs, sender } = services
  await takeReports(services)
  await db.transaction().execute(async (trx) => {
    const reason = await takeAlert(trx, now())
    if (reason) await jobs.enqueue(trx, alertOwnerJob, { alert: alerts[reason] })
  })
  await pruneEvents(db, now())
  await sender.drain()
}

const alerts = {
  account: 'whatsapp_paused',
  template: 'whatsapp_template',
  undelivered: 'whatsapp_undelivered',
} as const satisfies Record<AlertReason, OwnerAlert>
