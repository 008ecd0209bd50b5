/** What to do with a message whose request may or may not have been accepted. */
export type UnknownDecision =
  | { action: 'wait'; until: Date }
  | { action: 'resend' }
  /** Nothing was heard after every resend; the owner should look. */
  | { action: 'stop' }

export type UnknownFacts = {
  /** The time when the answer was first missed. */
  unknownSince: Date
  /** The number of times that this message was sent again without knowing. */
  resends: number
  now: Date
}

/** The time that a status report gets to arrive before silence means that the request was lost. */
export const statusWaitMs = 10 * 60_000

/** The provider has no idempotency key, so each resend risks a second copy: two, then a person decides. */
export const maxResends = 2

/** Decides about an unanswered request. `waitMs` is how long a status report gets. */
export function decideUnknown(facts: UnknownFacts, waitMs: number = statusWaitMs): UnknownDecision {
  const until = new Date(facts.unknownSince.getTime() + waitMs)
  if (facts.now.getTime() < until.getTime()) return { action: 'wait', until }
  return facts.resends < maxResends ? { action: 'resend' } : { action: 'stop' }
}
