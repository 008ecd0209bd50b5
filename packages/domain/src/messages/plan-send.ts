import type { MessageForm } from './decide-send.ts'
import { decideUnknown } from './decide-unknown.ts'
import { isWindowOpen } from './window.ts'

/** `waiting` may be sent; `sending` is with a process; `unknown` was asked for and never answered; `done` needs no more sending. */
const sendStates = ['waiting', 'sending', 'unknown', 'done'] as const
export type SendState = (typeof sendStates)[number]

export type SubscriptionEnd = 'cancelled' | 'reset'

/** What a process that takes a due message finds. */
export type DueMessage = {
  sendState: Exclude<SendState, 'done'>
  /** The time when the answer was first missed; null unless `unknown`. */
  unknownSince: Date | null
  resends: number
  deadline: Date
  /** The provider refused free text before, so only a template is left. */
  mustUseTemplate: boolean
  /** Sent in answer to the person's own request, so an earlier opt-out does not forbid it. */
  isReply: boolean
  /** Written for this moment alone: it goes out as free text or not at all. */
  hasNoTemplate: boolean
  /** When the hours of the program's morning begin, for a message that keeps them; null when it may go. */
  sendAfter: Date | null
  /**
   * The reason why the program it belongs to wants it no more: its money was given back, or it
   * began again.
   */
  subscriptionEnd: SubscriptionEnd | null
  recipient: { optedOut: boolean; lastInboundAt: Date | null }
}

export type SendPlan =
  | { step: 'send'; form: MessageForm; isResend: boolean }
  /** A process took it and was not heard of again: it may have been sent. */
  | { step: 'await_status'; until: Date }
  /** Its morning is over: it goes out the next one. */
  | { step: 'hold'; until: Date }
  | { step: 'stop'; reason: SubscriptionEnd | 'opted_out' | 'expired' | 'unanswered' }

/** Decides what happens to a due message. `statusWaitMs` is how long a status report gets to settle an unknown one. */
export function planSend(message: DueMessage, now: Date, statusWaitMs: number): SendPlan {
  if (message.sendState === 'sending') {
    return { step: 'await_status', until: new Date(now.getTime() + statusWaitMs) }
  }
  if (message.subscriptionEnd) return { step: 'stop', reason: message.subscriptionEnd }
  const isResend = message.sendState === 'unknown'
  if (isResend) {
    const facts = { unknownSince: message.unknownSince ?? now, resends: message.resends, now }
    const decision = decideUnknown(facts, statusWaitMs)
    if (decision.action === 'wait') return { step: 'await_status', until: decision.until }
    if (decision.action === 'stop') return { step: 'stop', reason: 'unanswered' }
  }
  if (message.recipient.optedOut && !message.isReply) return { step: 'stop', reason: 'opted_out' }
  if (now.getTime() > message.deadline.getTime()) return { step: 'stop', reason: 'expired' }
  if (message.sendAfter) return { step: 'hold', until: message.sendAfter }
  const isFree = !message.mustUseTemplate && isWindowOpen(message.recipient.lastInboundAt, now)
  // It is worth something while the person still waits for it.
  if (message.hasNoTemplate && !isFree) return { step: 'stop', reason: 'expired' }
  return { step: 'send', form: isFree ? 'free' : 'template', isResend }
}
