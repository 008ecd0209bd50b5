import { classifyProviderError, type ProviderErrorClass } from './provider-error.ts'

/** `free` is text or a document inside the 24-hour window; a `template` may be sent at any time. */
export type MessageForm = 'free' | 'template'

export type Refusal = {
  /** The provider's error code; null without one. */
  code: number | null
  /** Null for a refusal in a later status report. */
  httpStatus: number | null
}

/** The facts about a refused message. */
export type SendFacts = {
  form: MessageForm
  /** Attempts so far, this one included. */
  attempts: number
  /** The time after which the message is not worth sending. */
  deadline: Date
  now: Date
  /** True for paid messages, whose failure the owner must learn of. */
  isPaid: boolean
  /** From 0 to 1, so that refused messages are not all retried at once. */
  jitter: number
}

type StopReason = 'recipient' | 'opted_out' | 'payload' | 'expired' | 'template'

/** The reaction to a refusal. `alert` notifies the owner. */
export type SendDecision =
  | { action: 'retry'; at: Date; alert: boolean }
  | { action: 'switch_to_template' }
  | { action: 'stop'; reason: StopReason; alert: boolean }
  /** All messages wait; this one stays queued and loses no attempt. */
  | { action: 'pause_queue'; until: Date }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const maxBackoffMs = 15 * minute
const pauseMs = 10 * minute

/** Decides what a refused message does next. A message never outlives its deadline, and nothing is retried at once. */
export function decideAfterRefusal(refusal: Refusal, facts: SendFacts): SendDecision {
  const errorClass = classifyProviderError(refusal.code, refusal.httpStatus)
  switch (errorClass) {
    case 'window_closed':
      // A template may be sent at any time, so its refusal is not about the window.
      return facts.form === 'free' ? { action: 'switch_to_template' } : retry(backoffMs(facts), facts)
    case 'recipient':
      return { action: 'stop', reason: 'recipient', alert: facts.isPaid }
    case 'recipient_opted_out':
      return { action: 'stop', reason: 'opted_out', alert: false }
    case 'payload':
      return { action: 'stop', reason: 'payload', alert: true }
    case 'account':
      return { action: 'pause_queue', until: after(pauseMs, facts) }
    case 'template':
      // The owner can fix a template, and the buyer should not lose a day.
      return retry(hour, facts, true)
    default:
      return retry(delayMs(errorClass, facts), facts)
  }
}

function delayMs(errorClass: ProviderErrorClass, facts: SendFacts): number {
  if (errorClass === 'marketing_cap') return 24 * hour + minute
  // Meta requires a pause of 4^X seconds between messages to one person.
  if (errorClass === 'pair_limit') return Math.min(4 ** facts.attempts * second, maxBackoffMs)
  return backoffMs(facts)
}

function backoffMs({ attempts }: SendFacts): number {
  return Math.min(2 ** Math.min(attempts, 20) * second, maxBackoffMs)
}

function retry(ms: number, facts: SendFacts, alert = false): SendDecision {
  const at = after(ms, facts)
  if (at.getTime() <= facts.deadline.getTime()) return { action: 'retry', at, alert }
  return { action: 'stop', reason: alert ? 'template' : 'expired', alert: true }
}

function after(ms: number, { now, jitter }: SendFacts): Date {
  return new Date(now.getTime() + Math.round(ms * (1 + jitter / 4)))
}
