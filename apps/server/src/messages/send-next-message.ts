import type { MessageForm } from '@app/domain/messages/decide-send'
import { planSend } from '@app/domain/messages/plan-send'
import { minutesToMorning } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Transaction } from 'kysely'
import { recordDelivery } from '../analytics/record-event.ts'
import type { Tables } from '../services/tables.ts'
import { composeMessage } from './compose-message.ts'
import { saveWaId } from './contact-repository.ts'
import { findPause, recordTrouble } from './message-channel.ts'
import type { OutgoingMessage, Recipient, SendOutcome } from './message-gateway.ts'
import {
  type AddressedMessage,
  lockDueMessage,
  lockMessage,
  type Message,
  saveSending,
  saveStopped,
  saveUnknown,
  saveWaiting,
} from './message-repository.ts'
import type { MessageServices } from './message-services.ts'
import { acceptMessage, refuseMessage } from './settle-message.ts'

/** `settled` needed no sending; `idle` means that nothing is due, or everything is held back. */
export type SendStepOutcome = 'sent' | 'settled' | 'idle'

/** A claimed message and its form. */
type ClaimedMessage =
  | { step: 'send'; message: AddressedMessage; form: MessageForm }
  | { step: 'settled' | 'idle' }

/** The lease's extra time after the request's timeout. */
const leaseMarginMs = 30_000

/**
 * Sends the message that has been due the longest. Any number of processes may do this at once, and
 * each may die at any moment: a message that was taken and never settled counts as unknown, not as
 * unsent.
 */
export async function sendNextMessage(services: MessageServices): Promise<SendStepOutcome> {
  const claim = await services.db.transaction().execute((trx) => claimMessage(trx, services))
  if (claim.step !== 'send') return claim.step

  const { message, form } = claim
  await services.reached?.('claimed', message.id)
  const outcome = await services.gateway.send(toOutgoing(message, form, services))
  await services.reached?.('answered', message.id)
  await services.db.transaction().execute((trx) => recordOutcome(trx, message.id, outcome, form, services))
  await services.reached?.('recorded', message.id)
  return 'sent'
}

async function claimMessage(trx: Transaction<Tables>, services: MessageServices): Promise<ClaimedMessage> {
  const { now, settings } = services
  const at = now()
  if (await findPause(trx, at)) return { step: 'idle' }
  const message = await lockDueMessage(trx, at)
  if (!message || message.sendState === 'done') return { step: 'idle' }

  const isReply = message.kind === 'reply'
  const hasNoTemplate = isReply || message.kind === 'answer'
  const due = {
    ...message,
    sendState: message.sendState,
    isReply,
    hasNoTemplate,
    sendAfter: sendAfter(message, services),
  }
  const plan = planSend(due, at, settings.statusWaitMs)
  switch (plan.step) {
    case 'await_status':
      await saveUnknown(trx, message, at, plan.until)
      return { step: 'settled' }
    case 'hold':
      await postponeMessage(trx, message, plan.until, at)
      return { step: 'settled' }
    case 'stop':
      await stopMessage(trx, message, plan.reason, at)
      return { step: 'settled' }
    case 'send': {
      const leaseUntil = new Date(at.getTime() + settings.timeoutMs + leaseMarginMs)
      await saveSending(trx, message, { isResend: plan.isResend, leaseUntil })
      return { step: 'send', message, form: plan.form }
    }
  }
}

/** Returns the beginning of the next hours of sending, or null for a message that may go now. */
function sendAfter({ morningIn }: AddressedMessage, { now, hours }: MessageServices): Date | null {
  const minutes = morningIn === null ? 0 : minutesToMorning(localTime(now(), morningIn), hours)
  return minutes === 0 ? null : new Date(now().getTime() + minutes * 60_000)
}

async function postponeMessage(
  trx: Transaction<Tables>,
  message: Message,
  until: Date,
  now: Date,
): Promise<void> {
  if (message.sendState === 'unknown') return saveUnknown(trx, message, now, until)
  const { attempts, mustUseTemplate } = message
  await saveWaiting(trx, message, { at: until, attempts, mustUseTemplate, refusedId: null })
}

/** Deliberate stops, which need no attention. */
const deliberateStops: ReadonlySet<string> = new Set(['opted_out', 'cancelled', 'reset'])

async function stopMessage(
  trx: Transaction<Tables>,
  message: Message,
  reason: string,
  now: Date,
): Promise<void> {
  await saveStopped(trx, message, { failure: reason, errorCode: null, refusedId: null, now })
  await recordDelivery(trx, message, 'failed', now)
  if (!deliberateStops.has(reason) && message.kind !== 'reply')
    await recordTrouble(trx, 'undelivered_at', now)
}

async function recordOutcome(
  trx: Transaction<Tables>,
  messageId: string,
  outcome: SendOutcome,
  form: MessageForm,
  { now, random, settings, onAccepted, onUndeliverable }: MessageServices,
): Promise<void> {
  const at = now()
  const message = await lockMessage(trx, messageId)
  // Deleted with its program, or settled by a report that was faster than the answer.
  if (!message) return
  switch (outcome.outcome) {
    case 'accepted':
      await acceptMessage(
        trx,
        message,
        { providerMessageId: outcome.providerMessageId, reported: 'sent', now: at },
        onAccepted,
      )
      if (outcome.waId) await saveWaId(trx, message.contactId, outcome.waId)
      return
    case 'unknown':
      if (message.sendState !== 'sending') return
      return saveUnknown(trx, message, at, new Date(at.getTime() + settings.statusWaitMs))
    case 'unreachable':
    case 'refused': {
      if (message.sendState !== 'sending') return
      const refusal = outcome.outcome === 'refused' ? outcome : { code: null, httpStatus: null }
      const facts = { now: at, jitter: random(), form, refusedId: null }
      return refuseMessage(trx, message, refusal, facts, onUndeliverable)
    }
  }
}

function toOutgoing(
  message: AddressedMessage,
  form: MessageForm,
  { library }: MessageServices,
): OutgoingMessage {
  return { id: message.id, to: recipientOf(message), form, content: composeMessage(message, library) }
}

function recipientOf({ recipient }: AddressedMessage): Recipient {
  if (recipient.phone) return { phone: recipient.phone }
  if (recipient.whatsappUserId) return { whatsappUserId: recipient.whatsappUserId }
  throw new Error('a contact that cannot be written to')
}
