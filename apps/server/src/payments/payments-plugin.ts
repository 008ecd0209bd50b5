import { paymentDescriptions } from '@app/content/ru/payments'
import {
  type Checkout,
  checkoutRequestSchema,
  checkoutResponseSchema,
  intentSecretHeader,
  intentSecretSchema,
  paymentHealthSchema,
  paymentStatusQuerySchema,
  paymentStatusSchema,
  pricesSchema,
} from '@app/contracts/payments'
import { isPayable } from '@app/domain/orders/order'
import rateLimit from '@fastify/rate-limit'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { LimitSettings } from '../config/limits.ts'
import { rateLimited } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { notForSale } from '../orders/order-errors.ts'
import { type OrderRequest, type PlaceOrderServices, placeOrder } from '../orders/place-order.ts'
import { quotePrices } from '../orders/quote-prices.ts'
import { findPaymentStatus } from './find-payment-status.ts'
import type { PaymentGateway } from './payment-gateway.ts'

export type PaymentsOptions = PlaceOrderServices & {
  supabase: SupabaseClient
  gateway: PaymentGateway
  fixedChargeTiyn: number | null
  /** Null when messages are off. */
  account: object | null
  limits: Pick<LimitSettings, 'checkout' | 'paymentStatus'>
}

export const paymentsPlugin: FastifyPluginAsyncZod<PaymentsOptions> = async (app, options) => {
  const { db, supabase, gateway, fixedChargeTiyn, limits } = options
  const terms = { test: gateway.testMode, fixedChargeTiyn }
  const userOf = (request: FastifyRequest) => signedInUser(supabase, request.headers.authorization)

  await app.register(rateLimit, { global: false, errorResponseBuilder: rateLimited })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(
    '/checkout',
    {
      bodyLimit: 8 * 1024,
      config: { rateLimit: perAddress(limits.checkout) },
      schema: { body: checkoutRequestSchema, response: { 200: checkoutResponseSchema } },
    },
    async (request) => {
      const { body } = request
      if (body.productType === 'subscription' && !options.account) throw notForSale()
      const order = await placeOrder(options, toOrderRequest(body, await userOf(request)), terms)
      return {
        ...order,
        orderId: order.id,
        url: isPayable(order) ? gateway.paymentUrl(order, paymentDescriptions[order.product]) : null,
      }
    },
  )

  app.get(
    '/status',
    {
      config: { rateLimit: perAddress(limits.paymentStatus) },
      schema: { querystring: paymentStatusQuerySchema, response: { 200: paymentStatusSchema } },
    },
    async (request) =>
      findPaymentStatus(db, Number(request.query.invId), {
        userId: await userOf(request),
        intentSecret: intentSecretSchema.safeParse(request.headers[intentSecretHeader]).data ?? null,
      }),
  )

  app.get(
    '/prices',
    {
      config: { rateLimit: perAddress(limits.paymentStatus) },
      schema: { response: { 200: pricesSchema } },
    },
    async (request) => quotePrices(db, await userOf(request), terms),
  )

  app.get('/health', { schema: { response: { 200: paymentHealthSchema } } }, async () => ({
    status: 'ok' as const,
    ...gateway.describe(),
    fixedChargeTiyn,
  }))
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

function perAddress({ max, seconds }: { max: number; seconds: number }) {
  return { max, timeWindow: seconds * 1000 }
}
