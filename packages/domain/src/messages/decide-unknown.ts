/** The reaction to a request without an answer. */
export type UnknownDecision =
  | { action: 'wait'; until: Date }
  | { action: 'resend' }
  /** No report came after all resends, so the owner should look. */
  | { action: 'stop' }

export type UnknownFacts = {
  /** The time of the request that got no answer. */
  unknownSince: Date
  /** The number of resends without a report. */
  resends: number
  now: Date
}

/** The waiting time for a status report, after which the request counts as lost. */
export const statusWaitMs = 10 * 60_000

/** The provider has no idempotency key, so each resend may duplicate the message: at most two. */
export const maxResends = 2

/** Decides about an unanswered request. `waitMs` is how long a status report gets. */
export function decideUnknown(facts: UnknownFacts, waitMs: number = statusWaitMs): UnknownDecision {
  const until = new Date(facts.unknownSince.getTime() + waitMs)
  if (facts.now.getTime() < until.getTime()) return { action: 'wait', until }
  return facts.resends < maxResends ? { action: 'resend' } : { action: 'stop' }
}
