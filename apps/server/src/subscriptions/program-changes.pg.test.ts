import type { ConsentAction } from '@app/domain/consents/consent'
import { givenSubscription, minute, sendAndDieAt } from '@app/testing/messages/given-messages'
import { inboundPayload, statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '../orders/refund/refund-order.ts'
import { changePhone } from './change-phone.ts'
import { endSubscriptionOfOrder } from './end-subscription.ts'
import { givenProgramDays, hour, morning } from './given-program-days.ts'
import { manualSend } from './manual-send.ts'
import { type DailyServices, queueDueMessages } from './queue-due-messages.ts'

const days = givenProgramDays()
const { progressOf, daysSent, run, letDaysPass } = days

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

describe('after a refund', () => {
  const refund = async (id: string) => {
    const { order_id: orderId } = await days.given.db
      .selectFrom('subscriptions')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await refundOrder(
      {
        db: days.given.db,
        now: days.given.clock.now,
        jobs: { enqueue: async () => {} },
        endSubscription: endSubscriptionOfOrder,
      },
      orderId,
      null,
    )
  }
  const refused = { outcome: 'refused', httpStatus: 500, code: 131016 } as const

  test('a message whose request failed meanwhile is not sent again', async () => {
    const id = await givenSubscription(days.given.db)
    await queueDueMessages(days.daily, morning)
    const gateway = {
      send: async () => {
        await refund(id)
        return refused
      },
    }
    await days.given.drain(days.given.servicesOn(days.given.db, { gateway }))
    await letDaysPass(2)
    expect(days.given.graph.requests()).toBe(0)
    expect(await days.given.messages()).toMatchObject([{ status: 'failed', failure: 'cancelled' }])
  })

  test('a message without an answer is not sent again, and a report of it counts still', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.behave({ kind: 'accept_and_fail', status: 500 })
    await run()
    await refund(id)
    await letDaysPass(2)
    expect(days.given.graph.requests()).toBe(1)
    const [sent] = days.given.graph.accepted
    await days.given.report(
      statusPayload({ id: sent?.id ?? '', status: 'delivered', ourId: sent?.ourId ?? '' }),
    )
    expect(await days.given.messages()).toMatchObject([{ status: 'delivered', failure: null }])
    expect(await progressOf(id)).toMatchObject({ state: 'cancelled', currentDay: 1 })
  })

  test('the last day’s message is not sent again, though it had finished the program', async () => {
    const id = await givenSubscription(days.given.db)
    await letDaysPass(5)
    expect(await progressOf(id)).toMatchObject({ state: 'finished' })
    const last = days.given.graph.accepted.at(-1)
    await days.given.report(
      statusPayload({ id: last?.id ?? '', status: 'failed', ourId: last?.ourId ?? '', code: 131049 }),
    )
    await refund(id)
    await letDaysPass(3)
    expect(days.given.graph.requests()).toBe(5)
  })

  test('a message that was being queued at that moment is not sent', async () => {
    const id = await givenSubscription(days.given.db)
    await refund(id)
    await days.given.db.updateTable('subscriptions').set({ state: 'active' }).where('id', '=', id).execute()
    await run()
    expect(days.given.graph.requests()).toBe(0)
  })

  test('nothing is sent by hand in its place', async () => {
    const id = await givenSubscription(days.given.db)
    await refund(id)
    const byHand = { phone: '+77015556677', category: 'B', day: 1, subscriptionId: id } as const
    await expect(manualSend(days.daily, { ...byHand, updateProgress: true })).rejects.toMatchObject({
      code: 'program_ended',
    })
  })
})

describe('a phone changed on the way', () => {
  const readerId = '11111111-1111-4111-8111-111111111111'
  const changeTo = (phone: string) =>
    days.given.db.transaction().execute((trx) => changePhone(trx, days.daily, { userId: readerId, phone }))
  /** Of the days; a confirmation of СТОП is a text. */
  const recipients = () =>
    days.given.graph.accepted.filter(({ body }) => body.type !== 'text').map(({ to }) => to)
  const stop = (id: string, from: string) =>
    days.given.report(inboundPayload({ id, from, text: 'СТОП', at: days.given.clock.now() }))

  beforeEach(async () => {
    await sql`insert into auth.users (id, email) values (${readerId}::uuid, 'reader@example.kz')`.execute(
      days.given.db,
    )
  })
  afterEach(async () => {
    await days.given.reset()
    await sql`delete from auth.users where id = ${readerId}::uuid`.execute(days.given.db)
  })

  test('gets the next day, and the program goes on where it was', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await run()
    expect(await changeTo('+7 701 999 88 77')).toBe(1)
    await letDaysPass(6)
    expect(recipients()).toEqual(['77015556677', ...Array(4).fill('77019998877')])
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('gets the message that was waiting for the old one', async () => {
    await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(days.daily, morning)
    await changeTo('+77019998877')
    await days.given.drain()
    expect(recipients()).toEqual(['77019998877'])
  })

  test('gets the message of a program that was found to be due for the old one, and keeps nobody else from theirs', async () => {
    await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await givenSubscription(days.given.db, { phone: '+77013332211' })
    const changing = beforeTransactions(days.given.db, () => changeTo('+77019998877'))
    expect(await queueDueMessages({ ...days.daily, db: changing }, morning)).toMatchObject({
      due: 2,
      queued: 1,
    })
    await days.given.drain()
    expect(recipients()).toEqual(['77013332211'])
    expect(await run()).toMatchObject({ queued: 1 })
    expect(recipients()).toEqual(['77013332211', '77019998877'])
  })

  test('does not get what is with WhatsApp already, but the day after', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(days.daily, morning)
    await sendAndDieAt(await days.given.process(), 'answered')
    await changeTo('+77019998877')
    const [sent] = days.given.graph.accepted
    await days.given.report(statusPayload({ id: sent?.id ?? '', status: 'sent', ourId: sent?.ourId ?? '' }))
    days.given.clock.add(24 * hour)
    await run()
    expect(recipients()).toEqual(['77015556677', '77019998877'])
    expect(await daysSent(id)).toEqual([1, 2])
  })

  test('is written to although the old one asked for silence', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await stop('wamid.1', '77015556677')
    await letDaysPass(1)
    await changeTo('+77019998877')
    await letDaysPass(6)
    expect(new Set(recipients())).toEqual(new Set(['77019998877']))
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('that asked for silence itself is left alone, the waiting message too', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await stop('wamid.1', '77019998877')
    await queueDueMessages(days.daily, morning)
    await changeTo('+77019998877')
    await letDaysPass(2)
    expect(recipients()).toEqual([])
    await changeTo('+77015556677')
    await letDaysPass(6)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('that cannot be written to holds the program until there is another', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await queueDueMessages(days.daily, morning)
    await changeTo('+7701999')
    expect(await run()).toMatchObject({ due: 0, unreachable: 1 })
    await changeTo('+77019998877')
    await run()
    expect(recipients()).toEqual(['77019998877'])
    expect(await daysSent(id)).toEqual([1])
  })

  test('moves neither what was sent by hand elsewhere nor anybody else’s program', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    // Bought first, so that of the two it is the one to go.
    await givenSubscription(days.given.db, {
      phone: '+77015556677',
      boughtAt: new Date('2026-11-01T14:00:00Z'),
    })
    await manualSend(days.daily, {
      phone: '+77010001122',
      category: 'B',
      day: 1,
      subscriptionId: id,
      updateProgress: true,
    })
    await queueDueMessages(days.daily, morning)
    await changeTo('+77019998877')
    await days.given.drain()
    expect(recipients().toSorted()).toEqual(['77010001122', '77015556677'])
  })

  test('moves no program that was bought for somebody else’s number, nor an order for one', async () => {
    await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    const gift = { userId: readerId, phone: '+77013334455', boughtAt: new Date('2026-11-01T16:00:00Z') }
    await givenSubscription(days.given.db, gift)
    const unpaid = await givenSubscription(days.given.db, gift)
    await sql`update orders set state = 'created', paid_at = null
      where id = (select order_id from subscriptions where id = ${unpaid})`.execute(days.given.db)
    await sql`delete from subscriptions where id = ${unpaid}`.execute(days.given.db)
    expect(await changeTo('+77019998877')).toBe(1)
    await run()
    expect(recipients().toSorted()).toEqual(['77013334455', '77019998877'])
    const kept = await days.given.db
      .selectFrom('orders')
      .select('phone')
      .where('state', '=', 'created')
      .execute()
    expect(kept).toEqual([{ phone: '+77013334455' }])
  })

  test('spelled otherwise is the same phone', async () => {
    await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    expect(await changeTo('8 701 555 66 77')).toBe(0)
  })

  test('reaches an order that is paid later', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    const { order_id: orderId } = await days.given.db
      .selectFrom('subscriptions')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const orders = days.given.db.updateTable('orders').where('id', '=', orderId)
    const phoneOf = () =>
      days.given.db.selectFrom('orders').select('phone').where('id', '=', orderId).execute()
    await changeTo('+77019998877')
    expect(await phoneOf()).toEqual([{ phone: '+77015556677' }])
    await orders.set({ state: 'created', paid_at: null }).execute()
    await sql`update subscriptions set phone = null where id = ${id}`.execute(days.given.db)
    await changeTo('+77019998877')
    expect(await phoneOf()).toEqual([{ phone: '+77019998877' }])
  })
})

describe('messages stopped in the cabinet', () => {
  const readerId = '22222222-2222-4222-8222-222222222222'
  const record = (act: ConsentAction) =>
    days.given.db
      .insertInto('consents')
      .values({
        user_id: readerId,
        lead_id: null,
        kind: 'messages',
        act,
        version: 'messages-1',
        text_sha256: '0'.repeat(64),
        accepted_at: days.given.clock.now(),
        ip: null,
        source: 'cabinet',
      })
      .execute()

  beforeEach(async () => {
    await sql`insert into auth.users (id, email) values (${readerId}::uuid, 'stops@example.kz')`.execute(
      days.given.db,
    )
  })

  test('do not go out, the waiting one neither, and the program goes on from there when they are allowed', async () => {
    const id = await givenSubscription(days.given.db, { userId: readerId })
    const other = await givenSubscription(days.given.db)
    await run()
    days.given.clock.add(24 * hour)
    await queueDueMessages(days.daily, morning)
    await record('withdrawn')
    await letDaysPass(3)
    expect(await daysSent(id)).toEqual([1])
    expect(await daysSent(other)).toEqual([1, 2, 3, 4])
    days.given.clock.add(minute)
    await record('given')
    await letDaysPass(6)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('are not sent by hand either', async () => {
    const subscriptionId = await givenSubscription(days.given.db, { userId: readerId, phone: '+77015556677' })
    await record('withdrawn')
    const byHand = {
      phone: '+77015556677',
      category: 'B',
      day: 1,
      subscriptionId,
      updateProgress: true,
    } as const
    await expect(manualSend(days.daily, byHand)).rejects.toMatchObject({ code: 'opted_out' })
  })
})
