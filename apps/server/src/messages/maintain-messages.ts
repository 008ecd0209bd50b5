import type { MessageSender } from './message-sender.ts'
import { pruneEvents } from './reports/event-repository.ts'
import { type EventServices, takeReports } from './reports/handle-message-events.ts'
import type { CallServices } from './reports/read-calls.ts'

export type MaintenanceServices = EventServices & CallServices & { sender: Pick<MessageSender, 'drain'> }

/** Does what a stopped process left undone. */
export async function maintainMessages(services: MaintenanceServices): Promise<void> {
  const { db, now, sender } = services
  await takeReports(services)
  await pruneEvents(db, now())
  await sender.drain()
}
