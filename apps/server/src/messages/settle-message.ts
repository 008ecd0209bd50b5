import { decideAfterRefusal, type MessageForm, type Refusal } from '@app/domain/messages/decide-send'
import type { DeliveryStatus } from '@app/domain/messages/delivery'
import type { Transaction } from 'kysely'
import { recordDelivery } from '../analytics/record-event.ts'
import type { Tables } from '../services/tables.ts'
import { setOptedOut } from './contact-repository.ts'
import { pauseChannel, recordTrouble } from './message-channel.ts'
import { type Message, saveAccepted, saveStopped, saveWaiting } from './message-repository.ts'

/** Called in the same transaction when the provider accepted a message. */
export type OnAccepted = (trx: Transaction<Tables>, message: Message, sentAt: Date) => Promise<void>

/**
 * Called in the same transaction when WhatsApp cannot reach a number. Resolves to true when the
 * program handles it, so that the owner needs no other alert.
 */
export type OnUndeliverable = (trx: Transaction<Tables>, message: Message, now: Date) => Promise<boolean>

export type AcceptanceFacts = {
  providerMessageId: string
  /** The provider's status of this copy. */
  reported: Exclude<DeliveryStatus, 'queued' | 'failed'>
  now: Date
}

/**
 * Records an accepted message. A repeated acceptance changes nothing; a late one shows that a
 * given-up message was sent after all.
 */
export async function acceptMessage(
  trx: Transaction<Tables>,
  message: Message,
  { providerMessageId, reported, now }: AcceptanceFacts,
  onAccepted: OnAccepted,
): Promise<void> {
  const wasGivenUp = message.sendState === 'done' && message.status === 'failed'
  if (message.sendState === 'done' && !wasGivenUp) return
  if (message.failedProviderIds.includes(providerMessageId)) {
    // This copy failed later. Only a delivery changes that.
    if (!wasGivenUp || reported === 'sent') return
  }
  // A report on a copy that was accepted before it failed tells of that day, not of the day of the
  // report.
  const sentAt = (message.failedProviderIds.includes(providerMessageId) && message.sentAt) || now
  await saveAccepted(trx, message, providerMessageId, sentAt)
  await recordDelivery(trx, message, 'sent', now)
  await onAccepted(trx, message, sentAt)
}

export type RefusalFacts = {
  now: Date
  jitter: number
  form: MessageForm
  /** The copy that was refused, when it had been accepted at first. */
  refusedId: string | null
}

/** The provider refused a message, at once or in a later report: what the domain decides about it is done. */
export async function refuseMessage(
  trx: Transaction<Tables>,
  message: Message,
  refusal: Refusal,
  { now, jitter, form, refusedId }: RefusalFacts,
  onUndeliverable: OnUndeliverable,
): Promise<void> {
  const isPaid = message.subscriptionId !== null
  const { attempts, deadline } = message
  const decision = decideAfterRefusal(refusal, { form, attempts, deadline, now, jitter, isPaid })
  const waiting = { attempts, mustUseTemplate: message.mustUseTemplate, refusedId }
  switch (decision.action) {
    case 'retry':
      await saveWaiting(trx, message, { ...waiting, at: decision.at })
      if (decision.alert) await recordTrouble(trx, 'template_refused_at', now)
      return
    case 'switch_to_template':
      await saveWaiting(trx, message, { ...waiting, at: now, mustUseTemplate: true })
      return
    case 'pause_queue':
      await saveWaiting(trx, message, { ...waiting, at: decision.until, attempts: attempts - 1 })
      await pauseChannel(trx, decision.until, refusal.code)
      return
    case 'stop':
      await saveStopped(trx, message, { failure: decision.reason, errorCode: refusal.code, refusedId, now })
      await recordDelivery(trx, message, 'failed', now)
      // An opt-out inside WhatsApp counts for us, too.
      if (decision.reason === 'opted_out') {
        await setOptedOut(trx, message.contactId, { optedOutAt: now, writtenAt: now })
      }
      if (decision.reason === 'recipient' && (await onUndeliverable(trx, message, now))) return
      if (decision.alert) await recordTrouble(trx, 'undelivered_at', now)
  }
}
