import { productTypes } from '@app/domain/orders/products'
import { z } from 'zod'

const instant = z.string()
const person = z.object({ personId: z.uuid(), name: z.string().nullable() })

/** The number of whoever was given a program, where it is about them: the person is its buyer. */
const giftPhone = z.string().nullable()

/** Technical faults that somebody has to look at. They hold no personal data. */
const faults = ['person_missing', 'whatsapp_paused', 'backup_failed', 'jobs_failed'] as const
export type Fault = (typeof faults)[number]

/** A list's first rows, and how many there are in all, counted no further than a hundred. */
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), count: z.int(), isMore: z.boolean() })

/** `GET /api/desk/today`: what waits. Null where the role of whoever asks does not reach. */
export const todaySchema = z.object({
  /** Of this day and the one before. */
  paid: listOf(
    person.partial({ personId: true }).extend({
      orderId: z.uuid(),
      product: z.enum(productTypes),
      isGift: z.boolean(),
      chargeTiyn: z.int(),
      at: instant,
    }),
  ).nullable(),
  asks: listOf(
    person.extend({
      ...{ giftPhone, since: instant, question: z.string().nullable() },
      /** The question may be a request for no more messages, which nothing but a reader can tell. */
      mayStop: z.boolean(),
    }),
  ).nullable(),
  /** Whose program stands by itself, or was stopped by its reader's word; their own, or else one that they gave. */
  stands: listOf(person.extend({ day: z.int(), isGift: z.boolean(), isStopped: z.boolean() })).nullable(),
  arrange: listOf(person.extend({ paidAt: instant.nullable() })).nullable(),
  /** Whom somebody wanted to speak with by today. */
  contact: listOf(person.extend({ on: z.string() })).nullable(),
  /** Finished the quiz since midnight in Almaty. */
  finished: z.object({ count: z.int(), isMore: z.boolean() }).nullable(),
  /** Counted by messages; a row is a number's, with its newest. */
  undelivered: listOf(
    person.partial({ personId: true }).extend({ giftPhone, at: instant, messages: z.number().int() }),
  ).nullable(),
  /** Finished with the hidden field filled: perhaps programs, perhaps people whose browser filled it. */
  trapped: listOf(
    z.object({ trappedId: z.uuid(), name: z.string(), email: z.string(), phone: z.string(), at: instant }),
  ).nullable(),
  faults: z.array(z.enum(faults)).nullable(),
})
export type Today = z.output<typeof todaySchema>

/** `GET /api/desk/pulse`: another word whenever something has happened that a view may show. */
export const pulseSchema = z.object({ mark: z.string() })
