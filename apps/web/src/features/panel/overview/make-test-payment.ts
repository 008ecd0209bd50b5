import type { ClientConfig } from '@app/contracts/client-config'
import { type CheckoutRequest, checkoutResponseSchema, paymentHealthSchema } from '@app/contracts/payments'
import { tiynPerTenge } from '@app/domain/orders/products'
import { paymentPayload } from '@app/domain/panel/panel-tests'
import type { PanelTools } from '../panel-context.ts'

type TestPayment = { payload: Record<keyof typeof paymentPayload, string>; hasOrder: boolean }
type Asking = Pick<PanelTools, 'send' | 'isForeign'> & { signal: AbortSignal }

/**
 * Builds the data of a test payment. With the sandbox's shop it places an order first; elsewhere
 * the number is arbitrary, because a test must not create real orders. Throws when the order fails.
 */
export async function makeTestPayment(
  { siteUrl }: Pick<ClientConfig, 'siteUrl'>,
  asking: Asking,
): Promise<TestPayment> {
  if (!(await hasSandboxShop(siteUrl, asking))) {
    const invId = String(Math.floor(Date.now() / 1000))
    return { payload: paymentOf(invId, paymentPayload.OutSum), hasOrder: false }
  }
  const payload = {
    productType: 'subscription',
    intentId: `pi_${crypto.randomUUID()}`,
    intentSecret: randomSecret(),
    source: 'panel',
    email: paymentPayload.EMail,
    phone: '+77010000000',
    subcategory: 'A1',
    again: true,
  } satisfies CheckoutRequest
  const { body, status } = await asking.send(
    { method: 'POST', endpoint: '/payment/checkout', payload },
    asking.signal,
  )
  const order = checkoutResponseSchema.safeParse(body)
  if (!order.success) throw new Error(`/payment/checkout: ${status}`)
  const { invId, chargeTiyn } = order.data
  return { payload: paymentOf(String(invId), (chargeTiyn / tiynPerTenge).toFixed(2)), hasOrder: true }
}

/**
 * Returns true when the chosen base is this installation and money goes to a page of its own: the
 * sandbox's.
 */
async function hasSandboxShop(siteUrl: string, { send, isForeign, signal }: Asking): Promise<boolean> {
  if (isForeign()) return false
  const { body } = await send({ method: 'GET', endpoint: '/payment/health' }, signal)
  const health = paymentHealthSchema.safeParse(body)
  return health.success && health.data.paymentPage === new URL(siteUrl).origin
}

function paymentOf(invId: string, outSum: string): TestPayment['payload'] {
  return { ...paymentPayload, InvId: invId, OutSum: outSum }
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
