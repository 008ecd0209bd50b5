import { paymentDescriptions } from '@app/content/ru/payments'
import { intentSecretHeader } from '@app/contracts/intent-secret-header'
import {
  type Checkout,
  checkoutRequestSchema,
  checkoutResponseSchema,
  intentSecretSchema,
  paymentHealthSchema,
  paymentStatusQuerySchema,
  paymentStatusSchema,
  pricesSchema,
} from '@app/contracts/payments'
import { isPayable, paymentStatusOf } from '@app/domain/orders/order'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { LimitSettings, RateLimit } from '../../config/limits.ts'
import type { InvIdRange } from '../../config/payments.ts'
import { rateLimited, unavailable } from '../../http/app-error.ts'
import { signedInUser } from '../../http/signed-in-user.ts'
import { notForSale, paymentsOff } from '../../orders/place/order-errors.ts'
import { type OrderRequest, type PlaceOrderServices, placeOrder } from '../../orders/place/place-order.ts'
import { quotePrices } from '../../orders/place/quote-prices.ts'
import type { FirstMessageServices } from '../../subscriptions/find-first-message.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { createShopCheck } from './check-shop.ts'
import { findPaymentStatus } from './find-payment-status.ts'

export type PaymentsOptions = PlaceOrderServices &
  FirstMessageServices & {
    supabase: SupabaseClient
    gateway: PaymentGateway
    fixedChargeTiyn: number | null
    invIds: InvIdRange
    /** True when payments are on. */
    isOpen: boolean
    canMessage: boolean
    limits: Pick<LimitSettings, 'checkout' | 'paymentStatus'>
    openLimiter: OpenLimiter
  }

export const paymentsPlugin: FastifyPluginAsyncZod<PaymentsOptions> = async (app, options) => {
  const { db, supabase, gateway, fixedChargeTiyn, invIds, limits, openLimiter } = options
  const terms = { test: gateway.testMode, fixedChargeTiyn, invIds }
  const userOf = (request: FastifyRequest) => signedInUser(supabase, request.headers.authorization)

  const perAddress = (name: string, limit: RateLimit) =>
    createAddressLimit(openLimiter(name, limit), rateLimited)

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(
    '/checkout',
    {
      bodyLimit: 8 * 1024,
      onRequest: perAddress('checkout', limits.checkout),
      schema: { body: checkoutRequestSchema, response: { 200: checkoutResponseSchema } },
    },
    async (request) => {
      const { body } = request
      if (!options.isOpen) throw paymentsOff()
      if (body.productType === 'subscription' && !options.canMessage) throw notForSale()
      const userId = await userOf(request)
      const order = await placeOrder(options, toOrderRequest(body, userId), terms)
      const isOwner = userId !== null && userId === order.buyer.userId
      // The payment page's address would reveal the buyer's e-mail to the holder of the secret.
      const buyer = { ...order.buyer, email: isOwner ? order.buyer.email : (body.email ?? null) }
      return {
        ...order,
        orderId: order.id,
        url: isPayable(paymentStatusOf(order.state), order)
          ? gateway.paymentUrl({ ...order, buyer }, paymentDescriptions[order.product])
          : null,
      }
    },
  )

  app.get(
    '/status',
    {
      onRequest: perAddress('payment/status', limits.paymentStatus),
      schema: { querystring: paymentStatusQuerySchema, response: { 200: paymentStatusSchema } },
    },
    async (request) =>
      findPaymentStatus(options, Number(request.query.invId), {
        findUserId: () => userOf(request),
        intentSecret: intentSecretSchema.safeParse(request.headers[intentSecretHeader]).data ?? null,
      }),
  )

  app.get(
    '/prices',
    {
      onRequest: perAddress('prices', limits.paymentStatus),
      schema: { response: { 200: pricesSchema } },
    },
    async (request) => quotePrices(db, await userOf(request), terms),
  )

  const checkShop = createShopCheck(gateway, {
    now: options.now,
    onChange: (reason) =>
      reason === null
        ? app.log.info('the payment provider answers and knows this shop')
        : app.log.warn({ reason }, 'the payment provider is away or does not know this shop'),
  })
  app.get(
    '/health',
    {
      onRequest: perAddress('payment/health', limits.paymentStatus),
      schema: { response: { 200: paymentHealthSchema } },
    },
    async () => {
      if (!options.isOpen) throw paymentsOff()
      if ((await checkShop()) !== null) throw unavailable()
      return { status: 'ok' as const, ...gateway.describe(), fixedChargeTiyn }
    },
  )
}

function toOrderRequest(body: Checkout, userId: string | null): OrderRequest {
  const { intentId, intentSecret, resultToken = null, subcategory = null, email = null, phone = null } = body
  return {
    product: body.productType,
    intentId,
    intentSecret,
    asker: { userId, resultToken, subcategory, email, phone },
    source: body.source ?? null,
    earlier: body.earlier ?? [],
    claimedLeadId: body.claimedLeadId ?? null,
    again: body.again ?? false,
  }
}
