import { consultationStates } from '@app/domain/desk/consultation'
import { orderStates } from '@app/domain/orders/order'
import { productTypes } from '@app/domain/orders/products'
import { z } from 'zod'
import { daySchema, instantSchema } from './day.ts'

const instant = z.string()
const tiyn = z.number().int()

export const moneyGroupings = ['day', 'week', 'product', 'source'] as const
export type MoneyGrouping = (typeof moneyGroupings)[number]

/** A year and a day: what fits a screen, and what one look may cost. */
const maxPeriodDays = 366

const period = {
  /** Days of Almaty, both included. */
  from: daySchema,
  until: daySchema,
}

/** Returns true when it has a day, and no more than one look may cost. */
function isPeriod({ from, until }: { from: string; until: string }): boolean {
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
  return days >= 1 && days <= maxPeriodDays
}
const noPeriod = { path: ['until'], error: 'period' }

/** `GET /api/desk/money`. */
export const moneyQuerySchema = z
  .object({ ...period, by: z.enum(moneyGroupings).default('day') })
  .refine(isPeriod, noPeriod)
export type MoneyQuery = z.output<typeof moneyQuerySchema>

const figures = {
  paid: z.number().int(),
  paidTiyn: tiyn,
  refunded: z.number().int(),
  /** What the terms gave back for what was marked as refunded. */
  refundedTiyn: tiyn,
  dueTiyn: tiyn,
}
export const moneySchema = z.object({
  total: z.object(figures),
  /** A day, a week's first day, a product or a source; null for an unknown one. */
  groups: z.array(z.object({ key: z.string().nullable(), ...figures })),
})
export type Money = z.output<typeof moneySchema>
export type MoneyFigures = Money['total']

const ordersLook = {
  ...period,
  state: z.enum([...orderStates, 'due']).optional(),
  product: z.enum(productTypes).optional(),
}

/** Which orders a file has. */
export const moneyOrdersLookSchema = z.object(ordersLook).refine(isPeriod, noPeriod)

/** `GET /api/desk/money/orders`. */
export const moneyOrdersQuerySchema = z
  .object({ ...ordersLook, after: z.string().max(200).optional() })
  .refine(isPeriod, noPeriod)
export type MoneyOrdersQuery = z.output<typeof moneyOrdersQuerySchema>
const moneyOrderSchema = z.object({
  orderId: z.uuid(),
  invId: z.number().int(),
  product: z.enum(productTypes),
  state: z.enum(orderStates),
  test: z.boolean(),
  /** Bought for somebody else. */
  isGift: z.boolean(),
  /** The number of the paid order that this one seems to repeat, while both are paid. */
  repeats: z.number().int().nullable(),
  chargeTiyn: tiyn,
  dueTiyn: tiyn,
  at: instant,
  personId: z.uuid().nullable(),
  name: z.string().nullable(),
  source: z.string().nullable(),
})
export type MoneyOrder = z.output<typeof moneyOrderSchema>
export const moneyOrdersSchema = z.object({ orders: z.array(moneyOrderSchema), next: z.string().nullable() })
export type MoneyOrders = z.output<typeof moneyOrdersSchema>

/** Larger is no registry of this shop. */
export const maxRegistryBytes = 2 * 1024 * 1024

/** `POST /api/desk/money/registry`: the file as it is, in base64. Nothing of it is kept. */
export const registryRequestSchema = z.object({
  file: z.base64().max(Math.ceil(maxRegistryBytes / 3) * 4),
})
export const registryResponseSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('unreadable'), lacks: z.array(z.enum(['number', 'amount'])) }),
  z.object({ outcome: z.literal('too_many') }),
  z.object({
    outcome: z.literal('compared'),
    rows: z.number().int(),
    skipped: z.number().int(),
    agreed: z.number().int(),
    agreedTiyn: tiyn,
    from: z.string().nullable(),
    until: z.string().nullable(),
    differences: z.array(
      z.object({
        kind: z.enum([
          'unknown_here',
          'not_paid_here',
          'amount',
          'twice_there',
          'refunded_there',
          'no_such_day',
          'missing_there',
        ]),
        invId: z.number().int(),
        thereTiyn: tiyn.optional(),
        hereTiyn: tiyn.optional(),
        /** Whose order it is here. */
        personId: z.uuid().nullable(),
        name: z.string().nullable(),
      }),
    ),
  }),
])
export type RegistryResponse = z.output<typeof registryResponseSchema>

/** `GET /api/desk/consultations`: those without a time, those to come, and the last that were held. */
const deskConsultationSchema = z.object({
  orderId: z.uuid(),
  invId: z.number().int(),
  state: z.enum(consultationStates),
  paidAt: instant,
  startsAt: instant.nullable(),
  dueTiyn: tiyn,
  personId: z.uuid(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
})
export type DeskConsultation = z.output<typeof deskConsultationSchema>
export const deskConsultationsSchema = z.object({ consultations: z.array(deskConsultationSchema) })
export type DeskConsultations = z.output<typeof deskConsultationsSchema>

const expected = {
  /** Refused unless the stored state equals this (for undo). */
  expected: z.object({ state: z.enum(consultationStates), startsAt: instantSchema.nullable() }).optional(),
}

/** `POST /api/desk/consultations/{orderId}`: each action has one that undoes it. */
export const consultationActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('arrange'), startsAt: instantSchema, ...expected }),
  z.object({ action: z.literal('hold'), ...expected }),
  z.object({ action: z.literal('unhold'), ...expected }),
  z.object({ action: z.literal('release'), ...expected }),
])
export type ConsultationActionBody = z.output<typeof consultationActionSchema>
