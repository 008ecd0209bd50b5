import { randomInt, randomUUID } from 'node:crypto'
import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { statusWaitMs } from '@app/domain/messages/decide-unknown'
import type { Category, Subcategory } from '@app/domain/result/categories'
import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { openJobs } from '@app/server/jobs/jobs'
import { alertOwnerJob } from '@app/server/mail/alert-owner.job'
import type { MessageLibrary } from '@app/server/messages/compose-message'
import { findOrCreateContactByPhone } from '@app/server/messages/contact-repository'
import { insertMessage, type NewMessage } from '@app/server/messages/message-repository'
import { createMessageSender } from '@app/server/messages/message-sender'
import type { MessageServices, SendMoment } from '@app/server/messages/message-services'
import { recordEvents } from '@app/server/messages/reports/event-repository'
import { handleMessageEvents } from '@app/server/messages/reports/handle-message-events'
import { parseWebhook } from '@app/server/messages/reports/webhook-events'
import { sendNextMessage } from '@app/server/messages/send-next-message'
import { cloudApiGateway } from '@app/server/messages/whatsapp/cloud-api-gateway'
import type { OwnTables, Tables } from '@app/server/services/tables'
import { recordProgress } from '@app/server/subscriptions/record-progress'
import { recordUndeliverable } from '@app/server/subscriptions/unreached/record-undeliverable'
import { sendUnreachedNoteJob } from '@app/server/subscriptions/unreached/send-unreached-note.job'
import type { Kysely } from 'kysely'
import { databaseOfServer } from '../database/database-of-server.ts'
import { truncateAll } from '../database/truncate-all.ts'
import { givenGraphServer, graphAccount } from '../whatsapp/graph-server.ts'

/** A clock that stands still until it is moved. */
export type Clock = { now: () => Date; set: (at: string | Date) => void; add: (ms: number) => void }

export const minute = 60_000
/** As long as in production: the clock of a request is the real one. */
const patience = 20_000

/** The first morning in the tests: nine o'clock in Almaty. */
const firstMorning = new Date('2026-11-02T04:00:00Z')

export const testHours = { sendAt: '09:00', sendUntil: '12:00' }

function openClock(): Clock {
  let at = firstMorning
  return {
    now: () => new Date(at),
    set: (next) => {
      at = new Date(next)
    },
    add: (ms) => {
      at = new Date(at.getTime() + ms)
    },
  }
}

/** A clock that starts at ten in Almaty, on the day of the first morning, and runs as fast as any other. */
export function morningClock(): () => Date {
  const startedAt = Date.now()
  return () => new Date(firstMorning.getTime() + 60 * minute + Date.now() - startedAt)
}

export const testLibrary: MessageLibrary = {
  daily: loadDailyMessages(),
  templates: { checklist: 'checklist', daily: 'program_{category}_day_{day}' },
  checklistUrl: (subcategory) => `https://site.test/checklists/${subcategory.toLowerCase()}.pdf`,
}

export type GivenMessages = Awaited<ReturnType<typeof givenMessages>>

/** Messages on a database of their own, with a provider that does as it is told and a clock that is moved by hand. */
export async function givenMessages() {
  const { settings, opened: lent, release } = await databaseOfServer()
  const opened: OpenDatabase[] = []
  const open = async (): Promise<Kysely<Tables>> => {
    const one = lent ?? (await openDatabase(settings))
    opened.push(one)
    return one.db.$extendTables<OwnTables>()
  }
  const db = await open()
  const graph = await givenGraphServer()
  const clock = openClock()
  const jobs = await openJobs(db, { kind: settings.kind, describeError: () => ({}) })
  await jobs.register(sendUnreachedNoteJob, async () => {})
  await jobs.register(alertOwnerJob, async () => {})

  const gatewayOf = (timeoutMs: number) =>
    cloudApiGateway({ ...graphAccount, baseUrl: graph.url, version: 'v26.0', language: 'ru', timeoutMs })
  const servicesOn = (on: Kysely<Tables>, overrides: Partial<MessageServices> = {}): MessageServices => ({
    db: on,
    gateway: gatewayOf(patience),
    library: testLibrary,
    now: clock.now,
    onAccepted: recordProgress,
    onUndeliverable: recordUndeliverable({ jobs }),
    hours: testHours,
    random: () => 0,
    settings: { concurrency: 4, messagesPerSecond: 10_000, timeoutMs: patience, statusWaitMs },
    ...overrides,
  })

  return {
    db,
    graph,
    clock,
    jobs,
    servicesOn,
    services: servicesOn(db),
    /** For a provider that will not answer. With any other, a busy machine would look like one. */
    impatient: servicesOn(db, { gateway: gatewayOf(600) }),

    /**
     * Another process. On PostgreSQL it has connections of its own; PGlite has one connection in all, so there its
     * transactions take turns with the others.
     */
    async process(overrides: Partial<MessageServices> = {}): Promise<MessageServices> {
      return servicesOn(lent ? db : await open(), overrides)
    },

    /** Sends everything that is due. */
    async drain(services: MessageServices = servicesOn(db)): Promise<number> {
      const sender = createMessageSender(services, raise)
      const count = await sender.drain()
      await sender.stop()
      return count
    },

    /** Hands over a webhook call's payload and handles it. */
    async report(payload: object): Promise<void> {
      const events = parseWebhook(payload, graphAccount.phoneNumberId)
      if (!events) throw new Error('not a webhook call')
      await db.transaction().execute((trx) => recordEvents(trx, events))
      await handleMessageEvents({
        db,
        now: clock.now,
        onAccepted: recordProgress,
        onUndeliverable: recordUndeliverable({ jobs }),
        random: () => 0,
        onError: raise,
      })
    },

    message: (id: string) =>
      db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    messages: () => db.selectFrom('messages').selectAll().orderBy('created_at').execute(),

    async reset(): Promise<void> {
      await truncateAll(db)
      graph.reset()
      clock.set(firstMorning)
    },

    async close(): Promise<void> {
      await jobs.stop()
      for (const one of opened) await one.close()
      await graph.close()
      await release()
    },
  }
}

function raise(error: unknown): never {
  throw error
}

/** A checklist that waits to be sent. */
export function givenChecklist(
  { db, clock }: Pick<GivenMessages, 'db' | 'clock'>,
  phone = '77011234567',
  overrides: Partial<NewMessage> = {},
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const contact = await findOrCreateContactByPhone(trx, phone)
    return insertMessage(trx, {
      kind: 'checklist',
      contact_id: contact.id,
      category: 'A',
      subcategory: 'A1',
      created_at: clock.now(),
      deadline: new Date(clock.now().getTime() + 24 * 60 * minute),
      next_attempt_at: clock.now(),
      ...overrides,
    })
  })
}

type SubscriptionWishes = {
  phone?: string | null
  name?: string | null
  email?: string
  category?: Category | null
  subcategory?: Subcategory | null
  boughtAt?: Date
  userId?: string | null
  timezone?: string
  isGift?: boolean
}

let programs = 0

/** A paid program; without wishes it was bought the evening before the first morning. */
export async function givenSubscription(
  db: Kysely<Tables>,
  wishes: SubscriptionWishes = {},
): Promise<string> {
  programs += 1
  const boughtAt = wishes.boughtAt ?? new Date('2026-11-01T15:00:00Z')
  const buyer = {
    user_id: wishes.userId ?? null,
    email: wishes.email ?? `reader${programs}@example.kz`,
    name: wishes.name === undefined ? 'Асель' : wishes.name,
    phone: wishes.phone === undefined ? `+7701${String(1_000_000 + programs)}` : wishes.phone,
    category: wishes.category === undefined ? ('B' as const) : wishes.category,
    subcategory: wishes.subcategory === undefined ? ('B2' as const) : wishes.subcategory,
  }
  const orderId = randomUUID()
  await db
    .insertInto('orders')
    .values({
      id: orderId,
      inv_id: randomInt(1, 2 ** 31),
      product: 'subscription',
      price_tiyn: 500_000,
      deposit_tiyn: 0,
      charge_tiyn: 500_000,
      state: 'paid',
      test: false,
      paid_at: boughtAt,
      ...buyer,
      placed_signed_in: true,
      is_gift: wishes.isGift ?? false,
    })
    .execute()
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      order_id: orderId,
      started_on: boughtAt.toISOString().slice(0, 10),
      timezone: wishes.timezone ?? 'Asia/Almaty',
      created_at: boughtAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sends one message with a process that dies at the given moment: it never comes back from there. */
export async function sendAndDieAt(services: MessageServices, moment: SendMoment): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const reached = async (at: SendMoment) => {
      if (at !== moment) return
      resolve()
      await new Promise(() => {})
    }
    sendNextMessage({ ...services, reached }).then(() => resolve(), reject)
  })
}
