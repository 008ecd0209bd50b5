const minute = 60 * 1000
const hour = 60 * minute

/** When an order that stays unpaid is asked about, counted from its placing; after the last one it expires. */
export const reconcileAfterMs: readonly number[] = [
  2 * minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  12 * hour,
  24 * hour,
  48 * hour,
]

/** A question that got no answer is asked again after this, not skipped. */
const retryIntervalMs = 10 * minute
/** Without any answer, waiting ends here. */
const giveUpAfterMs = 7 * 24 * hour

/** Returns when question number `asked` (from 0) is due; null when there are no more. */
export function reconcileAt(createdAt: Date, asked: number): Date | null {
  const after = reconcileAfterMs[asked]
  return after === undefined ? null : new Date(createdAt.getTime() + after)
}

/** What the status service says of an order (OpStateExt), as far as it matters here. */
export type ProviderPaymentStatus =
  | { standing: 'paid'; outSum: string }
  /** Nothing decided: not started, on the way, held for a check. */
  | { standing: 'pending' }
  /** Cancelled or returned to the payer. The provider may still re-open it, so the order is not failed. */
  | { standing: 'not_paid' }

/**
 * Reads `State.Code` of https://docs.robokassa.kz/xml-interfaces: 100 is paid; 10 cancelled, 60 refused and returned;
 * 5 started, 20 held, 50 money received and on its way, 80 suspended. A code that is not documented decides nothing.
 */
export function providerPaymentStatus(stateCode: number, outSum: string): ProviderPaymentStatus {
  if (stateCode === 100) return { standing: 'paid', outSum }
  if (stateCode === 10 || stateCode === 60) return { standing: 'not_paid' }
  return { standing: 'pending' }
}

export type ReconcileStep = { step: 'ask_again'; at: Date; asked: number } | { step: 'expire' }

/**
 * Returns the step after an answer that was not `paid`: the next question, or the end of waiting.
 */
export function nextStepAfterUnpaid(createdAt: Date, asked: number): ReconcileStep {
  const at = reconcileAt(createdAt, asked + 1)
  return at ? { step: 'ask_again', at, asked: asked + 1 } : { step: 'expire' }
}

/**
 * Returns the step after no answer at all: the same question again, until waiting has lasted a
 * week.
 */
export function nextStepAfterNoAnswer(createdAt: Date, asked: number, now: Date): ReconcileStep {
  if (now.getTime() - createdAt.getTime() >= giveUpAfterMs) return { step: 'expire' }
  return { step: 'ask_again', at: new Date(now.getTime() + retryIntervalMs), asked }
}
