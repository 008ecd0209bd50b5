import { nutritionist } from '@app/content/ru/nutritionist'
import { type Finding, found } from '@app/contracts/findings'
import { maxInvId } from '@app/domain/payments/inv-id'
import type { Settings } from '../config.ts'
import { robokassaGateway } from '../payments/robokassa/robokassa-gateway.ts'
import { apiOf } from './check-site.ts'
import { evaluatePerson, evaluateShop } from './evaluate-services.ts'

/**
 * Returns whether the shop is known by its login and second password, takes real money, and shows
 * buyers whom they pay. Only a payment can tell of the first password.
 */
export async function checkPayments(
  { payments, http }: Pick<Settings, 'payments' | 'http'>,
  send: typeof fetch,
): Promise<Finding[]> {
  if (payments.kind === 'sandbox') return [found('payments_sandbox', {})]
  const { kind, robokassa } = payments
  const closed = kind === 'off' ? [found('payments_off', {})] : []
  const person = evaluatePerson(nutritionist !== null)
  if (!robokassa) return [...closed, ...person]
  const answer = await robokassaGateway(robokassa, send).askStatus(maxInvId)
  const problem = answer.outcome === 'no_answer' ? answer.reason : null
  return [
    ...closed,
    ...person,
    evaluateShop(robokassa.merchantLogin, problem),
    ...(robokassa.testMode ? [found('shop_test_mode', {})] : []),
    found('shop_addresses', {
      result: `${apiOf(http)}/payment/webhook/robokassa`,
      success: `${http.siteUrl}/payment_success`,
      fail: `${http.siteUrl}/payment_failed`,
    }),
  ]
}
