import type { MessageForm } from './decide-send.ts'
import { decideUnknown } from './decide-unknown.ts'
import { isWindowOpen } from './window.ts'

/** `waiting` may be sent; `sending` is in progress; `unknown` got no answer; `done` is finished. */
const sendStates = ['waiting', 'sending', 'unknown', 'done'] as const
export type SendState = (typeof sendStates)[number]

export type SubscriptionEnd = 'cancelled' | 'reset'

/** A due message. */
export type DueMessage = {
  sendState: Exclude<SendState, 'done'>
  /** The time of the request that got no answer; null unless `unknown`. */
  unknownSince: Date | null
  resends: number
  deadline: Date
  /** True when free text was refused, so that only a template is left. */
  mustUseTemplate: boolean
  /** True for an answer to the person's own request, which an earlier opt-out does not forbid. */
  isReply: boolean
  /** True for a message that may only go as free text. */
  hasNoTemplate: boolean
  /** The start of the sending hours, for a message that keeps them; null otherwise. */
  sendAfter: Date | null
  /** The reason why the program no longer needs the message: a refund or a restart. */
  subscriptionEnd: SubscriptionEnd | null
  recipient: { optedOut: boolean; lastInboundAt: Date | null }
}

export type SendPlan =
  | { step: 'send'; form: MessageForm; isResend: boolean }
  /** Another process took it and disappeared, so it may have been sent. */
  | { step: 'await_status'; until: Date }
  /** The morning is over, so the message waits for the next one. */
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
  // The message is useful only inside the window, while the person waits.
  if (message.hasNoTemplate && !isFree) return { step: 'stop', reason: 'expired' }
  return { step: 'send', form: isFree ? 'free' : 'template', isResend }
}
