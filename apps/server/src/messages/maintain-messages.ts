import type { MessageSender } from './message-sender.ts'
import { deleteOldEvents } from './reports/event-repository.ts'
import { type EventServices, processReports } from './reports/handle-message-events.ts'
import type { CallServices } from './reports/read-calls.ts'

export type MaintenanceServices = EventServices & CallServices & { sender: Pick<MessageSender, 'drain'> }

export async function maintainMessages(services: MaintenanceServices): Promise<void> {
  const { db, now, sender } = services
  await processReports(services)
  await deleteOldEvents(db, now())
  await sender.drain()
}
