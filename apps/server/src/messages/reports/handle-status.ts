import { parseDeliveryStatus } from '@app/domain/messages/delivery'
import type { Transaction } from 'kysely'
import { recordDelivery } from '../../analytics/record-event.ts'
import type { Tables } from '../../services/tables.ts'
import { clearUndeliverable, linkUserId } from '../contact-repository.ts'
import { lockReportedMessage, type Message, saveDelivery, saveFailedCopy } from '../message-repository.ts'
import { acceptMessage, type OnAccepted, type OnUndeliverable, refuseMessage } from '../settle-message.ts'
import type { StatusReport } from './webhook-events.ts'

/**
 * Applies one report on how far a message got. Reports come late, twice and out of order, and
 * sometimes before the provider's own answer; a report on a message that we never sent is passed
 * over.
 */
export async function handleStatus(
  trx: Transaction<Tables>,
  report: StatusReport,
  { now, jitter, onAccepted, onUndeliverable }: StatusServices,
): Promise<void> {
  const status = parseDeliveryStatus(report.status)
  const message = await lockReportedMessage(trx, report)
  if (!status || !message || isOutdated(message, report)) return
  if (report.whatsappUserId) await linkUserId(trx, message.contactId, report.whatsappUserId)

  if (status === 'failed') return applyFailure(trx, message, report, { now, jitter, onUndeliverable })
  const acceptance = { providerMessageId: report.providerMessageId, reported: status, now }
  await acceptMessage(trx, message, acceptance, onAccepted)
  const at = new Date(report.at)
  await saveDelivery(trx, message, status, at)
  await recordDelivery(trx, message, status, at)
  if (status !== 'sent') await clearUndeliverable(trx, message.contactId)
}

type StatusServices = { now: Date; jitter: number; onAccepted: OnAccepted; onUndeliverable: OnUndeliverable }

/** Returns true for a report on a copy that failed before the message was sent again, since that may be to another number. */
function isOutdated(message: Message, { providerMessageId }: StatusReport): boolean {
  if (message.status === 'failed' || message.providerMessageId === providerMessageId) return false
  return message.failedProviderIds.includes(providerMessageId)
}

async function applyFailure(
  trx: Transaction<Tables>,
  message: Message,
  { providerMessageId, errorCode }: StatusReport,
  { now, jitter, onUndeliverable }: Omit<StatusServices, 'onAccepted'>,
): Promise<void> {
  if (message.failedProviderIds.includes(providerMessageId)) return
  // Another copy counts, or the person has seen it.
  if (message.providerMessageId && message.providerMessageId !== providerMessageId) return
  if (message.status === 'delivered' || message.status === 'read') return
  if (message.status === 'failed') return saveFailedCopy(trx, message, providerMessageId)
  const form = message.mustUseTemplate ? 'template' : 'free'
  const facts = { now, jitter, form, refusedId: providerMessageId } as const
  await refuseMessage(trx, message, { code: errorCode, httpStatus: null }, facts, onUndeliverable)
}
