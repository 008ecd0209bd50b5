import { maxInvId } from '@app/domain/payments/inv-id'
import type { PaymentGateway } from './payment-gateway.ts'

const rememberMs = 15_000

/**
 * Finds out whether the provider answers and knows this shop by its login and password, by asking for an order nobody has.
 * Answers null, or what is wrong. However many ask, the provider is asked by one at a time; a good answer is kept a moment.
 */
export function openShopCheck(
  gateway: Pick<PaymentGateway, 'askStatus'>,
  now: () => number = Date.now,
): () => Promise<string | null> {
  let goodUntil = 0
  let asking: Promise<string | null> | null = null

  async function ask(): Promise<string | null> {
    const answer = await gateway.askStatus(maxInvId)
    if (answer.outcome === 'no_answer') return answer.reason
    goodUntil = now() + rememberMs
    return null
  }

  return async () => {
    if (now() < goodUntil) return null
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
