import type { ClientConfig } from '@app/contracts/client-config'
import { type CheckoutRequest, checkoutResponseSchema } from '@app/contracts/payments'
import { tiynPerTenge } from '@app/domain/orders/products'
import { paymentPayload } from '@app/domain/panel/panel-tests'
import type { PanelTools } from '../panel-context.ts'

type TestPayment = { payload: Record<keyof typeof paymentPayload, string>; hasOrder: boolean }

/**
 * Data of a payment nobody made. In the sandbox an order is placed for it, so that the webhook can accept it; elsewhere
 * the number is free to choose, because a test must leave no order among real ones. Throws when no order can be placed.
 */
export async function makeTestPayment(config: ClientConfig, send: PanelTools['send']): Promise<TestPayment> {
  if (config.environment === 'production') {
    return {
      payload: paymentOf(String(Math.floor(Date.now() / 1000)), paymentPayload.OutSum),
      hasOrder: false,
    }
  }
  const { body, status } = await send({
    method: 'POST',
    endpoint: '/payment/checkout',
    payload: {
      productType: 'subscription',
      intentId: `pi_${crypto.randomUUID()}`,
      intentSecret: randomSecret(),
      source: 'panel',
      email: paymentPayload.EMail,
      phone: '+77010000000',
      subcategory: 'A1',
      again: true,
    } satisfies CheckoutRequest,
  })
  const order = checkoutResponseSchema.safeParse(body)
  if (!order.success) throw new Error(`/payment/checkout: ${status}`)
  const { invId, chargeTiyn } = order.data
  return { payload: paymentOf(String(invId), (chargeTiyn / tiynPerTenge).toFixed(2)), hasOrder: true }
}

function paymentOf(invId: string, outSum: string): TestPayment['payload'] {
  return { ...paymentPayload, InvId: invId, OutSum: outSum }
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
