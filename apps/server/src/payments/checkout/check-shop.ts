import { maxInvId } from '@app/domain/payments/inv-id'
import type { PaymentGateway } from '../payment-gateway.ts'

const healthyTtlMs = 15_000
/** Shorter, so that a corrected password shows soon. */
const problemTtlMs = 5_000

type CheckShopOptions = {
  now: () => Date
  /** Called when the problem appears, changes or ends. */
  onChange: (problem: string | null) => void
}

/**
 * Creates a check of the shop's credentials with the provider, by asking for an order that does not
 * exist. Resolves to null or the problem. Concurrent calls share one request, and the answer is
 * cached briefly.
 */
export function createShopCheck(
  gateway: Pick<PaymentGateway, 'askStatus'>,
  { now, onChange }: CheckShopOptions,
): () => Promise<string | null> {
  let known: string | null = null
  let knownUntil = 0
  let asking: Promise<string | null> | null = null

  async function ask(): Promise<string | null> {
    const answer = await gateway.askStatus(maxInvId)
    const problem = answer.outcome === 'no_answer' ? answer.reason : null
    if (problem !== known) onChange(problem)
    known = problem
    knownUntil = now().getTime() + (problem === null ? healthyTtlMs : problemTtlMs)
    return problem
  }

  return async () => {
    if (now().getTime() < knownUntil) return known
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
