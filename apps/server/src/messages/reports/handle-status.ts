import { parseDeliveryStatus } from '@app/domain/messages/delivery'
import type { Transaction } from 'kysely'
import { recordDelivery } from '../../analytics/record-event.ts'
import type { Tables } from '../../services/tables.ts'
import { linkUserId } from '../contact-repository.ts'
import { lockReportedMessage, type Message, saveDelivery, saveFailedCopy } from '../message-repository.ts'
import { acceptMessage, type OnAccepted, refuseMessage } from '../settle-message.ts'
import type { StatusReport } from './webhook-events.ts'

/**
 * Applies one report on how far a message got. Reports come late, twice and out of order, and sometimes before the
 * provider's own answer; a report on a message that we never sent is passed over.
 */
export async function handleStatus(
  trx: Transaction<Tables>,
  report: StatusReport,
  { now, jitter, onAccepted }: { now: Date; jitter: number; onAccepted: OnAccepted },
): Promise<void> {
  const status = parseDeliveryStatus(report.status)
  const message = await lockReportedMessage(trx, report)
  if (!status || !message) return
  if (report.whatsappUserId) await linkUserId(trx, message.contactId, report.whatsappUserId)

  if (status === 'failed') return applyFailure(trx, message, report, { now, jitter })
  const acceptance = { providerMessageId: report.providerMessageId, reported: status, now }
  await acceptMessage(trx, message, acceptance, onAccepted)
  const at = new Date(report.at)
  await saveDelivery(trx, message, status, at)
  await recordDelivery(trx, message, status, at)
}

async function applyFailure(
  trx: Transaction<Tables>,
  message: Message,
  { providerMessageId, errorCode }: StatusReport,
  { now, jitter }: { now: Date; jitter: number },
): Promise<void> {
  if (message.failedProviderIds.includes(providerMessageId)) return
  // Another copy is the one that counts, or the person has seen it.
  if (message.providerMessageId && message.providerMessageId !== providerMessageId) return
  if (message.status === 'delivered' || message.status === 'read') return
  if (message.status === 'failed') return saveFailedCopy(trx, message, providerMessageId)
  await refuseMessage(
    trx,
    message,
    { code: errorCode, httpStatus: null },
    { now, jitter, form: message.mustUseTemplate ? 'template' : 'free', refusedId: providerMessageId },
  )
}
