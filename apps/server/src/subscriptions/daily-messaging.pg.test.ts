import type { ConsentAct } from '@app/domain/consents/consent'
import { lingerSeconds } from '@app/platform/testing/linger'
import {
  type GivenMessages,
  givenMessages,
  givenSubscription,
  minute,
  sendAndDieAt,
  testHours,
} from '@app/testing/messages/given-messages'
import { inboundPayload, statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '../orders/refund-order.ts'
import { changePhone } from './change-phone.ts'
import { endSubscriptionOfOrder } from './end-subscription.ts'
import { manualSend } from './manual-send.ts'
import { type DailyServices, queueDueMessages } from './queue-due-messages.ts'
import { resetSubscription } from './reset-subscription.ts'
import { listSubscriptionStatuses } from './subscription-queries.ts'
import { lockSubscription } from './subscription-repository.ts'

let given: GivenMessages
let daily: DailyServices

beforeAll(async () => {
  given = await givenMessages()
  await given.jobs.register(
    (await import('../messages/send-due-messages.job.ts')).sendDueMessagesJob,
    async () => {},
  )
  daily = { db: given.db, jobs: given.jobs, now: given.clock.now, hours: testHours }
})
beforeEach(() => given.reset())
afterAll(() => given.close())

const hour = 60 * minute
const morning = { force: false, dryRun: false }
const progressOf = async (id: string) =>
  (await given.db.transaction().execute((trx) => lockSubscription(trx, id)))?.progress
const daysSent = async (id: string) =>
  (await given.messages())
    .filter((message) => message.subscription_id === id && message.sent_at !== null)
    .map(({ day }) => day)

/** The database, where `change` happens whenever a transaction is about to begin. */
function beforeTransactions(db: DailyServices['db'], change: () => Promise<unknown>): DailyServices['db'] {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') {
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
            await change()
            return target.transaction().execute(work)
          },
        })
      }
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Returns true when somebody does. Where there is one connection alone this is answered when nobody
 * does any more.
 */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    given.db,
  )
  return rows.length > 0
}

async function givenManySubscriptions(count: number) {
  await sql`
    with placed as (
      insert into orders (product, price_tiyn, charge_tiyn, state, paid_at, phone, category, subcategory)
      select 'subscription', 500000, 500000, 'paid', '2026-11-01T10:00:00Z', '+7701' || lpad(each::text, 7, '0'), 'C', 'C1'
      from generate_series(1, ${count}::int) as each
      returning id
    )
    insert into subscriptions (order_id, started_on, created_at)
    select id, '2026-11-01', '2026-11-01T10:00:00Z' from placed`.execute(given.db)
}

/** Returns what a process does every ten minutes. */
async function run(services: DailyServices = daily) {
  const report = await queueDueMessages(services, morning)
  await given.drain(given.servicesOn(services.db))
  return report
}

/** Lets days pass with several runs in each, as a server that is up would do. */
async function letDaysPass(days: number) {
  for (let hours = 0; hours < days * 24; hours += 6) {
    await run()
    given.clock.add(6 * hour)
  }
}

describe('a program', () => {
  test('sends five mornings in a row and is finished', async () => {
    const id = await givenSubscription(given.db, { phone: '8 (701) 555-66-77', name: 'Асель' })
    await letDaysPass(8)

    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    expect(await progressOf(id)).toEqual({
      state: 'finished',
      currentDay: 5,
      lastSentOn: '2026-11-06',
      isPaused: false,
      isUndeliverable: false,
    })
    expect(given.graph.accepted).toHaveLength(5)
    expect(new Set(given.graph.accepted.map(({ to }) => to))).toEqual(new Set(['77015556677']))
    expect(given.graph.accepted.map(({ body }) => body.template)).toMatchObject([
      {
        name: 'program_b_day_1',
        components: [
          { type: 'header', parameters: [{ document: { link: 'https://site.test/checklists/b2.pdf' } }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Асель' }] },
        ],
      },
      { name: 'program_b_day_2', components: [{ type: 'body' }] },
      { name: 'program_b_day_3' },
      { name: 'program_b_day_4' },
      { name: 'program_b_day_5' },
    ])
  })

  test('greets a reader without a name, whose template still fills its place', async () => {
    await givenSubscription(given.db, { name: null })
    await run()
    expect(given.graph.accepted[0]?.body.template).toMatchObject({
      components: [{}, { parameters: [{ text: 'и хорошего дня' }] }],
    })
  })

  test('goes out as its own words to someone who wrote today', async () => {
    await givenSubscription(given.db, { phone: '+77015556677' })
    await given.report(
      inboundPayload({ id: 'wamid.in', from: '77015556677', text: 'Жду', at: given.clock.now() }),
    )
    await run()
    expect(given.graph.accepted[0]?.body).toMatchObject({
      type: 'document',
      document: { caption: expect.stringMatching(/^Доброе утро, Асель!\n\n/) },
    })
  })

  test('begins the next morning when it is bought after nine', async () => {
    const id = await givenSubscription(given.db, { boughtAt: new Date('2026-11-02T04:30:00Z') })
    given.clock.add(10 * hour)
    await run()
    expect(await daysSent(id)).toEqual([])
    given.clock.set('2026-11-03T03:59:00Z')
    await run()
    expect(await daysSent(id)).toEqual([])
    given.clock.set('2026-11-03T04:00:00Z')
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('keeps to the clocks of its reader', async () => {
    const id = await givenSubscription(given.db, { timezone: 'Europe/Berlin' })
    await run()
    expect(await daysSent(id)).toEqual([])
    given.clock.set('2026-11-02T08:00:00Z')
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('catches up after three days without a server, one message a day', async () => {
    const id = await givenSubscription(given.db)
    await run()
    given.clock.add(4 * 24 * hour)
    await run()
    await run()
    expect(await daysSent(id)).toEqual([1, 2])
    await letDaysPass(4)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('does not move while its message is not accepted, and sends one when it is', async () => {
    const id = await givenSubscription(given.db)
    given.graph.always({ kind: 'refuse', status: 500, code: 131016 })
    await letDaysPass(2)
    expect(await progressOf(id)).toMatchObject({ currentDay: 0, lastSentOn: null })
    given.graph.always(null)
    await run()
    await run()
    expect(given.graph.accepted).toHaveLength(1)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-04' })
  })

  test('outlives a week without the provider', async () => {
    const id = await givenSubscription(given.db)
    given.graph.always({ kind: 'refuse', status: 500, code: 131016 })
    await letDaysPass(7)
    given.graph.always(null)
    await letDaysPass(7)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    expect(given.graph.accepted).toHaveLength(5)
  })

  test('stops when its reader says СТОП, and goes on from there after СТАРТ', async () => {
    const id = await givenSubscription(given.db, { phone: '+77015556677' })
    await run()
    await given.report(
      inboundPayload({ id: 'wamid.1', from: '77015556677', text: 'СТОП', at: given.clock.now() }),
    )
    await letDaysPass(3)
    expect(await daysSent(id)).toEqual([1])
    await given.report(
      inboundPayload({ id: 'wamid.2', from: '77015556677', text: 'СТАРТ', at: given.clock.now() }),
    )
    await letDaysPass(5)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('stops at an opt-out that comes while its message waits, and revives that message after СТАРТ', async () => {
    const id = await givenSubscription(given.db, { phone: '+77015556677' })
    await queueDueMessages(daily, morning)
    await given.report(
      inboundPayload({ id: 'wamid.1', from: '77015556677', text: 'СТОП', at: given.clock.now() }),
    )
    await letDaysPass(1)
    expect(await daysSent(id)).toEqual([])
    await given.report(
      inboundPayload({ id: 'wamid.2', from: '77015556677', text: 'СТАРТ', at: given.clock.now() }),
    )
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('whose reader is not on WhatsApp is tried again when the phone is another', async () => {
    const id = await givenSubscription(given.db, { phone: '+77015556677' })
    given.graph.behave({ kind: 'refuse', status: 400, code: 131026 })
    await letDaysPass(2)
    expect(given.graph.requests()).toBe(1)
    await given.db.updateTable('subscriptions').set({ phone: '+77019998877' }).where('id', '=', id).execute()
    await run()
    expect(given.graph.accepted.map(({ to }) => to)).toEqual(['77019998877'])
    expect(await daysSent(id)).toEqual([1])
  })

  test('outlives days of silence, with three tries a morning', async () => {
    const id = await givenSubscription(given.db)
    given.graph.always({ kind: 'refuse', status: 500 })
    for (let day = 0; day < 2; day++) {
      for (let tens = 0; tens < 6; tens++) {
        await run()
        given.clock.add(10 * minute)
      }
      given.clock.add(23 * hour)
    }
    expect(given.graph.requests()).toBe(2 * 3)
    given.graph.always(null)
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test.each(['sent', 'delivered', 'read'])(
    'that was given up for want of an answer goes on when a report says %s at last',
    async (status) => {
      const id = await givenSubscription(given.db)
      given.graph.always({ kind: 'accept_and_fail', status: 500 })
      for (let tens = 0; tens < 5; tens++) {
        await run()
        given.clock.add(10 * minute)
      }
      const [sent] = given.graph.accepted
      const ourId = sent?.ourId ?? ''
      expect(await given.message(ourId)).toMatchObject({ status: 'failed', failure: 'unanswered' })
      expect(await progressOf(id)).toMatchObject({ currentDay: 0 })

      await given.report(statusPayload({ id: sent?.id ?? '', status, ourId }))
      expect(await given.message(ourId)).toMatchObject({ status, failure: null, sent_at: expect.any(Date) })
      expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })
      given.graph.always(null)
      await letDaysPass(2)
      expect(await daysSent(id)).toEqual([1, 2])
    },
  )

  test('that was given up because a copy failed goes on when that copy arrived after all', async () => {
    const id = await givenSubscription(given.db)
    given.graph.behave({ kind: 'accept_and_fail', status: 500 })
    await run()
    const [sent] = given.graph.accepted
    const of = (status: string) => ({ id: sent?.id ?? '', status, ourId: sent?.ourId ?? '' })
    await given.report(statusPayload({ ...of('failed'), code: 131026 }))
    await given.report(statusPayload(of('sent')))
    expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
    await given.report(statusPayload(of('delivered')))
    expect(await progressOf(id)).toMatchObject({ currentDay: 1 })
  })

  test('without a phone or a category is counted and not sent', async () => {
    await givenSubscription(given.db, { phone: null })
    await givenSubscription(given.db, { phone: 'нет' })
    await givenSubscription(given.db, { category: null, subcategory: null })
    expect(await run()).toEqual({ dryRun: false, due: 0, queued: 0, unreachable: 3, messages: [] })
  })
})

describe('two programs to one number', () => {
  const recipients = () => given.graph.accepted.map(({ to }) => to)
  const later = new Date('2026-11-01T16:00:00Z')

  test('send one message a morning: the second begins when the first has ended', async () => {
    const second = await givenSubscription(given.db, { phone: '8 701 555 66 77', boughtAt: later })
    const first = await givenSubscription(given.db, { phone: '+77015556677' })
    await letDaysPass(5)
    expect([await daysSent(first), await daysSent(second)]).toEqual([[1, 2, 3, 4, 5], []])
    await letDaysPass(7)
    expect(await daysSent(second)).toEqual([1, 2, 3, 4, 5])
    expect(recipients()).toEqual(Array(10).fill('77015556677'))
  })

  test('do not wait for one that its owner has halted', async () => {
    const first = await givenSubscription(given.db, { phone: '+77015556677' })
    const second = await givenSubscription(given.db, { phone: '+77015556677', boughtAt: later })
    await sql`update subscriptions set paused_at = now() where id = ${first}`.execute(given.db)
    await run()
    expect([await daysSent(first), await daysSent(second)]).toEqual([[], [1]])
    await sql`update subscriptions set paused_at = null where id = ${first}`.execute(given.db)
    await run()
    expect(await daysSent(first), 'on the same morning').toEqual([])
  })
})

describe('after a refund', () => {
  const refund = async (id: string) => {
    const { order_id: orderId } = await given.db
      .selectFrom('subscriptions')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await refundOrder(
      {
        db: given.db,
        now: given.clock.now,
        jobs: { enqueue: async () => {} },
        endSubscription: endSubscriptionOfOrder,
      },
      orderId,
      null,
    )
  }
  const refused = { outcome: 'refused', httpStatus: 500, code: 131016 } as const

  test('a message whose request failed meanwhile is not sent again', async () => {
    const id = await givenSubscription(given.db)
    await queueDueMessages(daily, morning)
    const gateway = {
      send: async () => {
        await refund(id)
        return refused
      },
    }
    await given.drain(given.servicesOn(given.db, { gateway }))
    await letDaysPass(2)
    expect(given.graph.requests()).toBe(0)
    expect(await given.messages()).toMatchObject([{ status: 'failed', failure: 'cancelled' }])
  })

  test('a message without an answer is not sent again, and a report of it counts still', async () => {
    const id = await givenSubscription(given.db)
    given.graph.behave({ kind: 'accept_and_fail', status: 500 })
    await run()
    await refund(id)
    await letDaysPass(2)
    expect(given.graph.requests()).toBe(1)
    const [sent] = given.graph.accepted
    await given.report(statusPayload({ id: sent?.id ?? '', status: 'delivered', ourId: sent?.ourId ?? '' }))
    expect(await given.messages()).toMatchObject([{ status: 'delivered', failure: null }])
    expect(await progressOf(id)).toMatchObject({ state: 'cancelled', currentDay: 1 })
  })

  test('the last day’s message is not sent again, though it had finished the program', async () => {
    const id = await givenSubscription(given.db)
    await letDaysPass(5)
    expect(await progressOf(id)).toMatchObject({ state: 'finished' })
    const last = given.graph.accepted.at(-1)
    await given.report(
      statusPayload({ id: last?.id ?? '', status: 'failed', ourId: last?.ourId ?? '', code: 131049 }),
    )
    await refund(id)
    await letDaysPass(3)
    expect(given.graph.requests()).toBe(5)
  })

  test('a message that was being queued at that moment is not sent', async () => {
    const id = await givenSubscription(given.db)
    await refund(id)
    await given.db.updateTable('subscriptions').set({ state: 'active' }).where('id', '=', id).execute()
    await run()
    expect(given.graph.requests()).toBe(0)
  })

  test('nothing is sent by hand in its place', async () => {
    const id = await givenSubscription(given.db)
    await refund(id)
    const byHand = { phone: '+77015556677', category: 'B', day: 1, subscriptionId: id } as const
    await expect(manualSend(daily, { ...byHand, updateProgress: true })).rejects.toMatchObject({
      code: 'program_ended',
    })
  })
})

describe('a phone changed on the way', () => {
  const readerId = '11111111-1111-4111-8111-111111111111'
  const changeTo = (phone: string) =>
    given.db.transaction().execute((trx) => changePhone(trx, daily, { userId: readerId, phone }))
  /** Of the days; a confirmation of СТОП is a text. */
  const recipients = () => given.graph.accepted.filter(({ body }) => body.type !== 'text').map(({ to }) => to)
  const stop = (id: string, from: string) =>
    given.report(inboundPayload({ id, from, text: 'СТОП', at: given.clock.now() }))

  beforeEach(async () => {
    await sql`insert into auth.users (id, email) values (${readerId}::uuid, 'reader@example.kz')`.execute(
      given.db,
    )
  })
  afterEach(async () => {
    await given.reset()
    await sql`delete from auth.users where id = ${readerId}::uuid`.execute(given.db)
  })

  test('gets the next day, and the program goes on where it was', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await run()
    expect(await changeTo('+7 701 999 88 77')).toBe(1)
    await letDaysPass(6)
    expect(recipients()).toEqual(['77015556677', ...Array(4).fill('77019998877')])
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('gets the message that was waiting for the old one', async () => {
    await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(daily, morning)
    await changeTo('+77019998877')
    await given.drain()
    expect(recipients()).toEqual(['77019998877'])
  })

  test('gets the message of a program that was found to be due for the old one, and keeps nobody else from theirs', async () => {
    await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await givenSubscription(given.db, { phone: '+77013332211' })
    const changing = beforeTransactions(given.db, () => changeTo('+77019998877'))
    expect(await queueDueMessages({ ...daily, db: changing }, morning)).toMatchObject({ due: 2, queued: 1 })
    await given.drain()
    expect(recipients()).toEqual(['77013332211'])
    expect(await run()).toMatchObject({ queued: 1 })
    expect(recipients()).toEqual(['77013332211', '77019998877'])
  })

  test('does not get what is with WhatsApp already, but the day after', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(daily, morning)
    await sendAndDieAt(await given.process(), 'answered')
    await changeTo('+77019998877')
    const [sent] = given.graph.accepted
    await given.report(statusPayload({ id: sent?.id ?? '', status: 'sent', ourId: sent?.ourId ?? '' }))
    given.clock.add(24 * hour)
    await run()
    expect(recipients()).toEqual(['77015556677', '77019998877'])
    expect(await daysSent(id)).toEqual([1, 2])
  })

  test('is written to although the old one asked for silence', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await stop('wamid.1', '77015556677')
    await letDaysPass(1)
    await changeTo('+77019998877')
    await letDaysPass(6)
    expect(new Set(recipients())).toEqual(new Set(['77019998877']))
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('that asked for silence itself is left alone, the waiting message too', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await stop('wamid.1', '77019998877')
    await queueDueMessages(daily, morning)
    await changeTo('+77019998877')
    await letDaysPass(2)
    expect(recipients()).toEqual([])
    await changeTo('+77015556677')
    await letDaysPass(6)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('that cannot be written to holds the program until there is another', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(daily, morning)
    await changeTo('+7701999')
    expect(await run()).toMatchObject({ due: 0, unreachable: 1 })
    await changeTo('+77019998877')
    await run()
    expect(recipients()).toEqual(['77019998877'])
    expect(await daysSent(id)).toEqual([1])
  })

  test('moves neither what was sent by hand elsewhere nor anybody else’s program', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    // Bought first, so that of the two it is the one to go.
    await givenSubscription(given.db, { phone: '+77015556677', boughtAt: new Date('2026-11-01T14:00:00Z') })
    await manualSend(daily, {
      phone: '+77010001122',
      category: 'B',
      day: 1,
      subscriptionId: id,
      updateProgress: true,
    })
    await queueDueMessages(daily, morning)
    await changeTo('+77019998877')
    await given.drain()
    expect(recipients().toSorted()).toEqual(['77010001122', '77015556677'])
  })

  test('moves no program that was bought for somebody else’s number, nor an order for one', async () => {
    await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    const gift = { userId: readerId, phone: '+77013334455', boughtAt: new Date('2026-11-01T16:00:00Z') }
    await givenSubscription(given.db, gift)
    const unpaid = await givenSubscription(given.db, gift)
    await sql`update orders set state = 'created', paid_at = null
      where id = (select order_id from subscriptions where id = ${unpaid})`.execute(given.db)
    await sql`delete from subscriptions where id = ${unpaid}`.execute(given.db)
    expect(await changeTo('+77019998877')).toBe(1)
    await run()
    expect(recipients().toSorted()).toEqual(['77013334455', '77019998877'])
    const kept = await given.db.selectFrom('orders').select('phone').where('state', '=', 'created').execute()
    expect(kept).toEqual([{ phone: '+77013334455' }])
  })

  test('spelled otherwise is the same phone', async () => {
    await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    expect(await changeTo('8 701 555 66 77')).toBe(0)
  })

  test('reaches an order that is paid later', async () => {
    const id = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    const { order_id: orderId } = await given.db
      .selectFrom('subscriptions')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const orders = given.db.updateTable('orders').where('id', '=', orderId)
    const phoneOf = () => given.db.selectFrom('orders').select('phone').where('id', '=', orderId).execute()
    await changeTo('+77019998877')
    expect(await phoneOf()).toEqual([{ phone: '+77015556677' }])
    await orders.set({ state: 'created', paid_at: null }).execute()
    await sql`update subscriptions set phone = null where id = ${id}`.execute(given.db)
    await changeTo('+77019998877')
    expect(await phoneOf()).toEqual([{ phone: '+77019998877' }])
  })
})

describe('messages stopped in the cabinet', () => {
  const readerId = '22222222-2222-4222-8222-222222222222'
  const record = (act: ConsentAct) =>
    given.db
      .insertInto('consents')
      .values({
        user_id: readerId,
        lead_id: null,
        kind: 'messages',
        act,
        version: 'messages-1',
        text_sha256: '0'.repeat(64),
        accepted_at: given.clock.now(),
        ip: null,
        source: 'cabinet',
      })
      .execute()

  beforeEach(async () => {
    await sql`insert into auth.users (id, email) values (${readerId}::uuid, 'stops@example.kz')`.execute(
      given.db,
    )
  })

  test('do not go out, the waiting one neither, and the program goes on from there when they are allowed', async () => {
    const id = await givenSubscription(given.db, { userId: readerId })
    const other = await givenSubscription(given.db)
    await run()
    given.clock.add(24 * hour)
    await queueDueMessages(daily, morning)
    await record('withdrawn')
    await letDaysPass(3)
    expect(await daysSent(id)).toEqual([1])
    expect(await daysSent(other)).toEqual([1, 2, 3, 4])
    given.clock.add(minute)
    await record('given')
    await letDaysPass(6)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('are not sent by hand either', async () => {
    const subscriptionId = await givenSubscription(given.db, { userId: readerId, phone: '+77015556677' })
    await record('withdrawn')
    const byHand = {
      phone: '+77015556677',
      category: 'B',
      day: 1,
      subscriptionId,
      updateProgress: true,
    } as const
    await expect(manualSend(daily, byHand)).rejects.toMatchObject({ code: 'opted_out' })
  })
})

describe('however many processes run', () => {
  test.each([2, 5])('%i at once send exactly one message for a day', async (processes) => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => givenSubscription(given.db)))
    const runners = await Promise.all(Array.from({ length: processes }, () => given.process()))
    const reports = await Promise.all(
      runners.map(async (services) => {
        const report = await queueDueMessages({ ...daily, db: services.db }, morning)
        await given.drain(services)
        return report
      }),
    )
    await run()

    expect(reports.reduce((sum, { queued }) => sum + queued, 0)).toBe(40)
    expect(given.graph.accepted).toHaveLength(40)
    expect(new Set(given.graph.accepted.map(({ to }) => to)).size).toBe(40)
    for (const id of ids) expect(await progressOf(id)).toMatchObject({ currentDay: 1 })
  })

  test.each(['claimed', 'answered', 'recorded'] as const)(
    'one that dies when a message is %s neither loses nor doubles a day',
    async (moment) => {
      const id = await givenSubscription(given.db)
      await queueDueMessages(daily, morning)
      await sendAndDieAt(await given.process(), moment)

      for (let step = 0; step < 10; step++) {
        await run()
        const [sent] = given.graph.accepted
        // The provider repeats its report until it is heard.
        if (sent) await given.report(statusPayload({ id: sent.id, status: 'sent', ourId: sent.ourId }))
        given.clock.add(5 * minute)
      }
      expect(given.graph.accepted).toHaveLength(1)
      expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })
      await letDaysPass(6)
      expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    },
  )

  test('more programs than fit on a page are all found, in a dry run as well', async () => {
    await givenManySubscriptions(450)
    expect(await queueDueMessages(daily, { force: false, dryRun: true })).toMatchObject({
      due: 450,
      queued: 0,
    })
    const report = await queueDueMessages(daily, morning)
    expect(report).toMatchObject({ due: 450, queued: 450 })
    expect(report.messages).toHaveLength(100)
    expect(new Set((await given.messages()).map(({ subscription_id }) => subscription_id)).size).toBe(450)
  })

  test('a death between queueing pages is made up for by the next run', async () => {
    await Promise.all(Array.from({ length: 5 }, () => givenSubscription(given.db)))
    const dying = { enqueue: () => Promise.reject(new Error('the process died')) }
    await expect(queueDueMessages({ ...daily, jobs: dying }, morning)).rejects.toThrow('died')
    expect(await given.messages()).toHaveLength(0)
    await run()
    expect(given.graph.accepted).toHaveLength(5)
  })
})

describe('the owner', () => {
  test('sees in a dry run who would get what, and nothing is sent', async () => {
    const id = await givenSubscription(given.db, { phone: '+77015556677' })
    const report = await queueDueMessages(daily, { force: false, dryRun: true })
    expect(report).toEqual({
      dryRun: true,
      due: 1,
      queued: 0,
      unreachable: 0,
      messages: [{ subscriptionId: id, category: 'B', day: 1, phone: '…77' }],
    })
    expect(await given.messages()).toHaveLength(0)
  })

  test('need not wait for the hour, but gets no second message on one date', async () => {
    const id = await givenSubscription(given.db)
    given.clock.set('2026-11-01T22:00:00Z')
    expect(await queueDueMessages(daily, morning)).toMatchObject({ due: 0 })
    expect(await queueDueMessages(daily, { force: true, dryRun: false })).toMatchObject({ due: 1, queued: 1 })
    await given.drain()
    given.clock.add(8 * hour)
    expect(await queueDueMessages(daily, { force: true, dryRun: false })).toMatchObject({ due: 0 })
    expect(await daysSent(id)).toEqual([1])
  })

  test('revives what failed for good', async () => {
    const id = await givenSubscription(given.db)
    given.graph.behave({ kind: 'refuse', status: 400, code: 132000 })
    await run()
    expect(await run()).toMatchObject({ due: 1, queued: 0 })
    await queueDueMessages(daily, { force: true, dryRun: false })
    await given.drain()
    expect(await daysSent(id)).toEqual([1])
  })

  test('sends a day by hand without touching the program', async () => {
    const id = await givenSubscription(given.db)
    await manualSend(daily, { phone: '8 701 000 11 22', category: 'C', day: 3, updateProgress: false })
    await given.drain()
    expect(given.graph.accepted).toMatchObject([
      { to: '77010001122', body: { template: { name: 'program_c_day_3' } } },
    ])
    expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
  })

  test.each([
    ['+77010001122', 0],
    ['8 701 555 66 77', 1],
  ])(
    'sends a program’s day by hand to %s, which is %i of the days that its buyer had',
    async (phone, sent) => {
      const id = await givenSubscription(given.db, { phone: '+77015556677' })
      await manualSend(daily, { phone, category: 'B', day: 3, subscriptionId: id, updateProgress: false })
      await given.drain()
      expect(given.graph.accepted).toHaveLength(1)
      expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
      const ended = await given.db.transaction().execute(async (trx) => {
        const program = await lockSubscription(trx, id)
        return program && endSubscriptionOfOrder(trx, program.orderId, given.clock.now())
      })
      expect(ended).toBe(sent)
    },
  )

  test('sends a day by hand in the program’s place, and the plan goes on from there', async () => {
    const id = await givenSubscription(given.db, { phone: '+77015556677' })
    const byHand = { phone: '+77015556677', category: 'B', subscriptionId: id, updateProgress: true } as const
    await manualSend(daily, { ...byHand, day: 1 })
    await run()
    expect(given.graph.accepted).toHaveLength(1)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })

    given.clock.add(2 * minute)
    await manualSend(daily, { ...byHand, day: 1 })
    await given.drain()
    expect(given.graph.accepted).toHaveLength(2)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1 })

    given.clock.add(24 * hour)
    await run()
    expect(given.graph.accepted.map(({ body }) => (body.template as { name: string }).name)).toEqual([
      'program_b_day_1',
      'program_b_day_1',
      'program_b_day_2',
    ])
  })

  test('sends a day by hand while the plan is at the same day, and neither waits for the other for ever', async () => {
    const phone = '+77015556677'
    const id = await givenSubscription(given.db, { phone })
    await queueDueMessages(daily, morning)
    await sql`update messages set status = 'failed', send_state = 'done', next_attempt_at = null, failure = 'template'`.execute(
      given.db,
    )
    await sql`create function public.linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(${sql.lit(lingerSeconds)}); return new; end $$`.execute(given.db)
    await sql`create trigger linger after update on messages
      for each row execute function public.linger()`.execute(given.db)
    try {
      let isOver = false
      const planning = queueDueMessages(daily, { ...morning, force: true }).finally(() => {
        isOver = true
      })
      while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
      const byHand = { phone, category: 'B', day: 1, subscriptionId: id, updateProgress: true } as const
      const { messageId } = await manualSend(daily, byHand)
      expect(messageId).toBe((await given.messages())[0]?.id)
      expect(await planning).toMatchObject({ queued: 1 })
    } finally {
      await sql`drop function public.linger() cascade`.execute(given.db)
    }
  })

  test.each([
    [{ phone: 'нет' }, 'invalid_input'],
    [{ subscriptionId: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
  ])('is refused %j', async (wrong, code) => {
    const request = { phone: '+77015556677', category: 'A', day: 1, updateProgress: false, ...wrong } as const
    await expect(manualSend(daily, request)).rejects.toMatchObject({ code })
  })

  test('begins a program again, which then sends all its days again', async () => {
    const id = await givenSubscription(given.db, { email: 'Reader@example.kz' })
    await letDaysPass(2)
    expect(await resetSubscription(daily, id)).toEqual({ subscriptionId: id, round: 2 })
    expect(await progressOf(id)).toEqual({
      state: 'active',
      currentDay: 0,
      lastSentOn: null,
      isPaused: false,
      isUndeliverable: false,
    })
    await letDaysPass(6)
    expect((await daysSent(id)).sort()).toEqual([1, 1, 2, 2, 3, 4, 5])

    const status = await listSubscriptionStatuses(given.db, ' reader@EXAMPLE.kz', {
      now: given.clock.now(),
      hours: testHours,
    })
    expect(status.subscriptions).toMatchObject([
      { id, state: 'finished', currentDay: 5, round: 2, plan: { plan: 'done', reason: 'finished' } },
    ])
    expect(status.subscriptions[0]?.messages).toHaveLength(7)
  })

  test('a reset gives up what waits, and what is under way moves the new round nowhere', async () => {
    const id = await givenSubscription(given.db)
    await queueDueMessages(daily, morning)
    await sendAndDieAt(await given.process(), 'answered')
    await resetSubscription(daily, id)
    const [sent] = given.graph.accepted
    await given.report(statusPayload({ id: sent?.id ?? '', status: 'sent', ourId: sent?.ourId ?? '' }))
    expect(await progressOf(id)).toMatchObject({ currentDay: 0, lastSentOn: null })
  })

  test('of an unknown program is told so', async () => {
    await expect(resetSubscription(daily, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
