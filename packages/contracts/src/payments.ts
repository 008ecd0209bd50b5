import { orderStates } from '@app/domain/orders/order'
import { productTypes } from '@app/domain/orders/products'
import { contactSchema } from '@app/domain/quiz/answers-schema'
import { stripPhone } from '@app/domain/quiz/contact'
import { subcategories } from '@app/domain/result/categories'
import { programsFor } from '@app/domain/subscriptions/program-for'
import { z } from 'zod'

/** Made by the browser with the payment intent; only its hash is kept. Proves later that the asker placed the order. */
export const intentSecretSchema = z.string().regex(/^[\w-]{22,128}$/)
const intentIdSchema = z.string().regex(/^pi_[\w-]{8,64}$/)

/** Anything that has a phone's characters and as many digits as one. Whether it can be written to is asked where it must be: for a program. */
const typedPhone = z
  .string()
  .max(40)
  .regex(/^\s*\+?[\d\s()–—‑-]+$/)
  .transform(stripPhone)
  .refine((phone) => /^\+?\d{10,15}$/.test(phone))

const intentProofSchema = z.object({ intentId: intentIdSchema, intentSecret: intentSecretSchema })

/**
 * `POST /api/payment/checkout`: a pay button was pressed. Prices, numbers and signatures are the
 * server's. A program needs `phone`, and of the rest what the server does not know: refused,
 * `invalid_input` names them in `fields`.
 */
export const checkoutRequestSchema = z.object({
  productType: z.enum(productTypes),
  /** The same intent twice (a double click, a repeated request) places one order. */
  ...intentProofSchema.shape,
  /** Earlier intents of this browser: an unpaid order of theirs for the same e-mail is continued. */
  earlier: z.array(intentProofSchema).max(10).optional(),
  /** The token of the saved lead the buyer looks at: which result the program is for. */
  resultToken: z.string().max(200).optional(),
  /** The result on screen, where the server has none: from an address, or of an attempt that is not saved. */
  subcategory: z.enum(subcategories).optional(),
  /** A lead linked to the signed-in buyer by its e-mail, which they say is theirs. */
  claimedLeadId: z.uuid().optional(),
  /** Where the receipt goes and whose cabinet the purchase is in, unless the buyer is signed in. It never decides about a deposit. */
  email: contactSchema.shape.email.optional(),
  /**
   * The place where the program's messages go: shown to the buyer at the button, or typed there.
   */
  phone: typedPhone.optional(),
  /** The buyer was told that they have a program under way, and wants another one. */
  again: z.boolean().optional(),
  /** Which button it was. */
  source: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional(),
})
export type CheckoutRequest = z.input<typeof checkoutRequestSchema>
export type Checkout = z.output<typeof checkoutRequestSchema>

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

/** Of the deposit, what another consultation had used before this one was paid: the buyer still owes it. */
const dueTiyn = z.number().int()

/** Of a gift, the end of the number that it goes to, `…67`; null for what is none. */
const giftPhone = z.string().nullable()

/** What a program that was paid for begins with, as long as its first message is still to come. */
const firstMessageSchema = z.object({
  /** Its morning, `2026-12-02`, which is today or tomorrow. */
  on: z.string(),
  isToday: z.boolean(),
  /** When it comes, by the clocks of its own time zone: `09:00`. */
  at: z.string(),
  /** Where it goes, `+77010000000`; the end of the number alone where that is not the one of the order, or a gift's. */
  phone: z.string(),
  /** What its reader reads; null of a gift, whose reader is somebody else. */
  day: z.object({ theme: z.string(), text: z.string() }).nullable(),
  /** An item of the checklist that can be done at once; null of a gift. */
  task: z.object({ subcategory: z.enum(subcategories), item: z.string() }).nullable(),
})
export type FirstMessage = z.output<typeof firstMessageSchema>

export const paymentStatusSchema = z.object({
  state: z.enum(paymentStandings),
  order: chargeSchema
    .extend({
      dueTiyn,
      orderId: z.uuid(),
      invId: z.number().int(),
      product: z.enum(productTypes),
      paidAt: z.string().nullable(),
      /** Whom a program is for; null for what is none. */
      programFor: z.enum(programsFor).nullable(),
      giftPhone,
      first: firstMessageSchema.nullable(),
      /** Whether its result sends to a doctor first; null where the order names no saved result. */
      isDoctorFirst: z.boolean().nullable(),
    })
    .nullable(),
})
export type PaymentStatus = z.output<typeof paymentStatusSchema>

/** `GET /api/payment/prices`: what each product costs whoever is signed in; to everybody else, the full price. */
export const pricesSchema = z.object({ subscription: chargeSchema, consultation: chargeSchema })
export type Prices = z.output<typeof pricesSchema>

/** `GET /api/payment/health`: how payments are set up, once the provider has answered and knows the shop; else `unavailable`. */
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
      dueTiyn,
      orderId: z.uuid(),
      invId: z.number().int(),
      product: z.enum(productTypes),
      state: z.enum(orderStates),
      /** Of a paid consultation, whether it was held; null for anything else. */
      isHeld: z.boolean().nullable(),
      /** Of a paid consultation, the time that it was arranged for; null where none was, and for anything else. */
      startsAt: z.string().nullable(),
      /** A program for somebody else's number. */
      isGift: z.boolean(),
      giftPhone,
      createdAt: z.string(),
      paidAt: z.string().nullable(),
    }),
  ),
})
export type Orders = z.output<typeof ordersSchema>
