const minute = 60 * 1000
const hour = 60 * minute

/** The times after placing at which an unpaid order is checked. After the last one it expires. */
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

/** The pause before repeating a check that failed. */
const retryIntervalMs = 10 * minute
/** The order expires after this time without any answer. */
const giveUpAfterMs = 7 * 24 * hour

/** Returns when question number `asked` (from 0) is due; null when there are no more. */
export function reconcileAt(createdAt: Date, asked: number): Date | null {
  const after = reconcileAfterMs[asked]
  return after === undefined ? null : new Date(createdAt.getTime() + after)
}

/** The payment status at the provider (OpStateExt). */
export type ProviderPaymentStatus =
  | { standing: 'paid'; outSum: string }
  /** Not started, in progress or held. */
  | { standing: 'pending' }
  /** Cancelled or refunded. The provider may reopen the payment, so the order has not failed. */
  | { standing: 'not_paid' }

/**
 * Maps `State.Code` (https://docs.robokassa.kz/xml-interfaces): 100 is paid; 10 cancelled, 60
 * refunded; 5, 20, 50 and 80 are pending. Unknown codes count as pending.
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
