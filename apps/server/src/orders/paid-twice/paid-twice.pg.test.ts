import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { afterAll, describe, expect, test } from 'vitest'
import { endSubscriptionOfOrder } from '../../subscriptions/end-subscription.ts'
import { givenShop } from '../given-shop.ts'
import { refundOrder } from '../refund/refund-order.ts'

const { server, shop, rowOf, payFor } = await givenShop()
afterAll(() => server.close())

const programOf = (orderId: string) =>
  server.db
    .selectFrom('subscriptions')
    .select(['state', 'paused_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()

const refund = (orderId: string) =>
  refundOrder(
    { db: server.db, jobs: server.jobs, now: () => new Date(), endSubscription: endSubscriptionOfOrder },
    orderId,
    null,
  )

/** Two unpaid orders of one buyer: on the phone as a visitor, and on the laptop signed in. */
async function givenTwoDevices(productType: 'subscription' | 'consultation' = 'subscription') {
  const email = freshEmail(aigerim)
  const { token } = await server.signIn(email)
  const onPhone = await shop.placeOrder(buildIntent({ productType, email }))
  const onLaptop = await shop.placeOrder(buildIntent({ productType, email }), token)
  expect(onPhone.orderId).not.toBe(onLaptop.orderId)
  return { email, token, onPhone, onLaptop }
}

test.each(['subscription', 'consultation'] as const)(
  'whoever pays for a %s on two devices is told, and so is the owner; nothing is sent twice',
  async (productType) => {
    const { email, onPhone, onLaptop } = await givenTwoDevices(productType)
    await payFor(onLaptop.invId)
    await payFor(onPhone.invId)
    await server.jobs.drainQueue()

    expect(await rowOf(onLaptop.invId)).toMatchObject({ state: 'paid', repeats_order_id: null })
    expect(await rowOf(onPhone.invId)).toMatchObject({ state: 'paid', repeats_order_id: onLaptop.orderId })
    if (productType === 'subscription') {
      expect(await programOf(onLaptop.orderId)).toEqual({ state: 'active', paused_at: null })
      expect(await programOf(onPhone.orderId)).toEqual({ state: 'active', paused_at: expect.any(Date) })
    }
    const receipts = server.mailbox.list().filter(({ to }) => to === email)
    const twice = receipts.filter(({ subject }) => subject.startsWith('Похоже, оплачено дважды'))
    expect([receipts.length, twice.length]).toEqual([2, 1])
    expect(twice[0]?.text).toContain(`Номер заказа: ${onPhone.invId}`)
    expect(twice[0]?.text).toContain(`Первый заказ: ${onLaptop.invId}`)
    expect(twice[0]?.text).toMatch(/Вернём всю сумму/)
    const [notice] = server.mailbox
      .list()
      .filter(({ subject }) => subject.includes(`заказ ${onPhone.invId} `))
    expect(notice?.text).toMatch(/Похоже, оплачено дважды/)
    expect(notice?.text).toContain(`Первый заказ: ${onLaptop.invId}`)
  },
)

test('of two payments at once one is the second', async () => {
  const { onPhone, onLaptop } = await givenTwoDevices()
  await Promise.all([payFor(onPhone.invId), payFor(onLaptop.invId)])
  const rows = await Promise.all([rowOf(onPhone.invId), rowOf(onLaptop.invId)])
  expect(rows.map((row) => row.repeats_order_id).filter(Boolean)).toHaveLength(1)
})

test('whichever of the two is given back, the other goes its way', async () => {
  for (const which of ['first', 'second'] as const) {
    const { onLaptop: first, onPhone: second } = await givenTwoDevices()
    await payFor(first.invId)
    await payFor(second.invId)
    const [back, stays] = which === 'first' ? [first, second] : [second, first]
    await refund(back.orderId)
    expect(await programOf(back.orderId)).toMatchObject({ state: 'cancelled' })
    expect(await programOf(stays.orderId)).toEqual({ state: 'active', paused_at: null })
  }
})

test('what its buyer placed signed in is not paused for what anybody placed before, and both are told', async () => {
  const { email, onPhone, onLaptop } = await givenTwoDevices()
  await payFor(onPhone.invId)
  await payFor(onLaptop.invId)
  await server.jobs.drainQueue()
  for (const { orderId } of [onPhone, onLaptop]) {
    expect(await programOf(orderId)).toEqual({ state: 'active', paused_at: null })
  }
  expect(await rowOf(onLaptop.invId)).toMatchObject({ repeats_order_id: onPhone.orderId })
  const told = server.mailbox.list().filter(({ text }) => text.includes(`Первый заказ: ${onPhone.invId}`))
  expect(told.map(({ to }) => to === email).sort()).toEqual([false, true])
})

describe('of three payments', () => {
  /** Paid one after another: signed in, and twice as a visitor. */
  async function givenThree() {
    const { email, onLaptop: first, onPhone: second } = await givenTwoDevices()
    const third = await shop.placeOrder(buildIntent({ productType: 'subscription', email }))
    for (const { invId } of [first, second, third]) await payFor(invId)
    return { first, second, third }
  }
  const isPaused = async ({ orderId }: { orderId: string }) => (await programOf(orderId)).paused_at !== null

  test('both later ones repeat the first, and a refund of the second lets nothing go on', async () => {
    const { first, second, third } = await givenThree()
    expect(await rowOf(second.invId)).toMatchObject({ repeats_order_id: first.orderId })
    expect(await rowOf(third.invId)).toMatchObject({ repeats_order_id: first.orderId })
    await refund(second.orderId)
    expect(await isPaused(third)).toBe(true)
    await refund(first.orderId)
    expect(await isPaused(third)).toBe(false)
  })

  test('a refund of the first lets one go on, which the other repeats from then on', async () => {
    const { first, second, third } = await givenThree()
    await refund(first.orderId)
    expect([await isPaused(second), await isPaused(third)]).toEqual([false, true])
    expect(await rowOf(third.invId)).toMatchObject({ repeats_order_id: second.orderId })
  })

  test('one that repeats a repetition stays paused while the first is under way', async () => {
    const { first, second, third } = await givenThree()
    await server.db
      .updateTable('orders')
      .set({ repeats_order_id: second.orderId })
      .where('id', '=', third.orderId)
      .execute()
    await refund(second.orderId)
    expect(await isPaused(third)).toBe(true)
    expect(await rowOf(third.invId)).toMatchObject({ repeats_order_id: first.orderId })
  })

  test('a pause of the owner does not end, and one that she let go on is not doubled', async () => {
    const { first, second, third } = await givenThree()
    const pause = (order: typeof second, isOn: boolean) =>
      server.db
        .updateTable('subscriptions')
        .set({ paused_at: isOn ? new Date() : null })
        .where('order_id', '=', order.orderId)
        .execute()
    await pause(third, false)
    await pause(third, true)
    await pause(second, false)
    await refund(first.orderId)
    expect([await isPaused(second), await isPaused(third)]).toEqual([false, true])
    await refund(second.orderId)
    expect(await isPaused(third)).toBe(true)
  })
})

test('a program that was asked for once more is none that was paid twice', async () => {
  const { token, onLaptop } = await givenTwoDevices()
  await payFor(onLaptop.invId)
  const again = await shop.placeOrder(buildIntent({ again: true }), token)
  await payFor(again.invId)
  expect(await rowOf(again.invId)).toMatchObject({ is_gift: false, repeats_order_id: null })
  expect(await programOf(again.orderId)).toEqual({ state: 'active', paused_at: null })
})

test('the page of a second payment says so to whoever placed it signed in, and to nobody else', async () => {
  const { token, onPhone, onLaptop } = await givenTwoDevices()
  await payFor(onPhone.invId)
  await payFor(onLaptop.invId)
  expect((await shop.status(onLaptop.invId, { token })).order?.programFor).toBe('self_twice')

  const email = freshEmail(aigerim)
  const first = await shop.placeOrder(buildIntent({ email }))
  const strangers = buildIntent({ email })
  const second = await shop.placeOrder(strangers)
  await payFor(first.invId)
  await payFor(second.invId)
  expect(await rowOf(second.invId)).toMatchObject({ repeats_order_id: first.orderId })
  const status = await shop.status(second.invId, { secret: strangers.intentSecret })
  expect(status.order?.programFor).toBe('self')
})
