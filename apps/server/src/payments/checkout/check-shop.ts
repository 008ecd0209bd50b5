import { maxInvId } from '@app/domain/payments/inv-id'
import type { PaymentGateway } from '../payment-gateway.ts'

const healthyTtlMs = 15_000
/** Shorter: an owner who has mended a password wants to see it. */
const problemTtlMs = 5_000

type CheckShopOptions = {
  now: () => Date
  /** Told what is wrong when it comes up, or null when nothing is any more; not each time it is asked for. */
  onChange: (problem: string | null) => void
}

/**
 * Finds out whether the provider answers and knows this shop by its login and password, by asking for an order nobody has.
 * Answers null, or what is wrong. However many ask, the provider is asked by one at a time; its answer is kept a moment.
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
