import { orderStates } from '@app/domain/orders/order'
import { productTypes } from '@app/domain/orders/products'
import { z } from 'zod'

/** Made by the browser with the payment intent; only its hash is kept. Proves later that the asker placed the order. */
export const intentSecretSchema = z.string().regex(/^[\w-]{22,128}$/)
const intentIdSchema = z.string().regex(/^pi_[\w-]{8,64}$/)

/** The header that carries the intent's secret: secrets stand in no address. */
export const intentSecretHeader = 'x-intent-secret'
/** The header that carries a saved lead's result token, where there is no body. */
export const resultTokenHeader = 'x-result-token'

/** `POST /api/payment/checkout`: a pay button was pressed. Prices, numbers and signatures are the server's. */
export const checkoutRequestSchema = z.object({
  productType: z.enum(productTypes),
  /** The same intent twice (a double click, a repeated request) places one order. */
  intentId: intentIdSchema,
  intentSecret: intentSecretSchema,
  /** The token of the saved lead the visitor looks at; tells who buys when nobody is signed in. */
  resultToken: z.string().max(200).optional(),
  /** Where the receipt goes when nothing else says so. It never decides about a deposit. */
  email: z.email().max(254).optional(),
  /** Which button it was. */
  source: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional(),
})
export type CheckoutRequest = z.input<typeof checkoutRequestSchema>

/** What is charged for a product, in whole tiyn; `depositTiyn` is what a paid program took off. */
export const chargeSchema = z.object({
  priceTiyn: z.number().int(),
  depositTiyn: z.number().int(),
  chargeTiyn: z.number().int(),
})

export const checkoutResponseSchema = chargeSchema.extend({
  orderId: z.uuid(),
  invId: z.number().int(),
  product: z.enum(productTypes),
  /** The signed address of the payment page, to be opened in this window; null when there is nothing left to pay. */
  url: z.string().nullable(),
})
export type CheckoutResponse = z.output<typeof checkoutResponseSchema>

/** `GET /api/payment/status?invId=…`, with the intent's secret in its header or a session. */
export const paymentStatusQuerySchema = z.object({ invId: z.string().regex(/^[1-9]\d{0,9}$/) })

/** `unknown` is the answer for an order that is not there and for one that is not the asker's alike. */
export const paymentStandings = ['confirmed', 'waiting', 'failed', 'refunded', 'expired', 'unknown'] as const

export const paymentStatusSchema = z.object({
  state: z.enum(paymentStandings),
  order: chargeSchema
    .extend({
      orderId: z.uuid(),
      invId: z.number().int(),
      product: z.enum(productTypes),
      paidAt: z.string().nullable(),
    })
    .nullable(),
})
export type PaymentStatus = z.output<typeof paymentStatusSchema>

/** `GET /api/payment/prices`: what each product costs the asker (a session, or a result token in its header). */
export const pricesSchema = z.object({ subscription: chargeSchema, consultation: chargeSchema })
export type Prices = z.output<typeof pricesSchema>

/** `GET /api/payment/health`: how payments are set up. Says nothing of whether the provider is up. */
export const paymentHealthSchema = z.object({
  status: z.literal('ok'),
  provider: z.string(),
  /** In the test mode no money moves. */
  mode: z.enum(['live', 'test']),
  paymentPage: z.string(),
  signature: z.string(),
  receipts: z.boolean(),
  fixedChargeTiyn: z.number().int().nullable(),
})
export type PaymentHealth = z.output<typeof paymentHealthSchema>

/** `GET /api/orders`: what the signed-in user bought or began to buy, newest first. */
export const ordersSchema = z.object({
  orders: z.array(
    chargeSchema.extend({
      orderId: z.uuid(),
      invId: z.number().int(),
      product: z.enum(productTypes),
      state: z.enum(orderStates),
      createdAt: z.string(),
      paidAt: z.string().nullable(),
    }),
  ),
})
export type Orders = z.output<typeof ordersSchema>
