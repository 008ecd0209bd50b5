import { firstTask } from '@app/content/ru/checklists/first-task'
import { firstDate } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import { almatyZone } from '@app/domain/time/almaty'
import { buildAttempt } from '@app/testing/attempt'
import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenShop } from '../orders/given-shop.ts'

const { server, shop, takeQuiz, payFor } = await givenShop()
afterAll(() => server.close())

const typed = '+77017770001'

/** A paid program, and what its page learns of it by the secret of its order, and by the session where it was placed in one. */
async function givenPaid(wishes: object = {}, token?: string) {
  const intent = buildIntent({ phone: typed, ...wishes })
  const { invId, orderId } = await shop.placeOrder(intent, token)
  const proof = { secret: intent.intentSecret, ...(token && { token }) }
  const ask = async (by: object = proof) => (await shop.status(invId, { ...by })).order
  const before = await ask()
  await payFor(invId)
  return { orderId, before, ask, intent }
}

test('a paid program tells its morning, its number, its first text and one thing to do', async () => {
  const { token } = await server.signIn(freshEmail(aigerim))
  const { before, ask } = await givenPaid({ resultToken: await takeQuiz(freshEmail(aigerim), token) }, token)
  expect(before).toMatchObject({ first: null, isDoctorFirst: true })
  const now = localTime(new Date(), almatyZone)
  const on = firstDate(now, '09:00')
  const order = await ask()
  expect(order?.first).toMatchObject({ on, isToday: on === now.date, at: '09:00', phone: typed })
  expect(order?.first?.day?.theme).toMatch(/^Завтрак/)
  expect(order?.first?.day?.text).toContain(`Доброе утро, ${aigerim.name}!`)
  expect(order?.first?.task).toMatchObject({ subcategory: 'A2' })
})

test('the secret of an order alone opens what was bought, and no name, number or answer', async () => {
  const email = freshEmail(aigerim)
  const { before, ask } = await givenPaid({ email, resultToken: await takeQuiz(email) })
  expect(before).toMatchObject({ first: null, isDoctorFirst: null })
  const order = await ask()
  expect(order).toMatchObject({ isDoctorFirst: true, first: { phone: '…01' } })
  expect(order?.first?.day?.text).toMatch(/^Доброе утро!\n/)
  expect(order?.first?.task).toEqual({ subcategory: 'A2', item: firstTask('A2', null) })
  expect(JSON.stringify(order)).not.toContain(aigerim.name)

  const { token } = await server.signIn(freshEmail(timur))
  const own = await givenPaid({}, token)
  expect((await own.ask())?.first?.phone).toBe(typed)
  const stranger = await server.signIn(freshEmail(timur))
  for (const other of [{}, { token: stranger.token }, { token: 'over' }]) {
    expect((await own.ask({ secret: own.intent.intentSecret, ...other }))?.first?.phone).toBe('…01')
  }
})

test('a result without red flags names no doctor, and an order without a result knows of none', async () => {
  const email = freshEmail(timur)
  const contact = { name: timur.name, email, phone: timur.phone }
  const lead = await server.saveLead(buildAttempt({ contact, answers: timur.answers }))
  const own = await givenPaid({ email, resultToken: lead.json().resultToken })
  expect(await own.ask()).toMatchObject({ isDoctorFirst: false })
  const bare = await givenPaid()
  expect(await bare.ask()).toMatchObject({ isDoctorFirst: null, first: { phone: '…01' } })
})

test('of a number that was mended since, only its end is told', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const { orderId, ask } = await givenPaid({}, token)
  await server.db
    .updateTable('subscriptions')
    .set({ phone: '77017770099' })
    .where('order_id', '=', orderId)
    .execute()
  expect((await ask())?.first?.phone).toBe('…99')
})

test('a gift tells its morning and nothing of what its reader will read', async () => {
  const email = freshEmail(aigerim)
  const { token } = await server.signIn(email)
  await givenPaid({ email }, token)
  const gift = await givenPaid({ email, phone: '+77017770055', again: true }, token)
  expect((await gift.ask())?.first).toMatchObject({ phone: '…55', day: null, task: null })
})

test('nothing is told once the first message has come, and while the program is halted', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const begun = await givenPaid({ phone: '+77017770002' }, token)
  await sql`update subscriptions set current_day = 1, last_sent_on = current_date where order_id = ${begun.orderId}`.execute(
    server.db,
  )
  expect((await begun.ask())?.first).toBeNull()
  const halted = await givenPaid({ phone: '+77017770003', again: true }, token)
  await sql`update subscriptions set paused_at = now() where order_id = ${halted.orderId}`.execute(server.db)
  expect((await halted.ask())?.first).toBeNull()
})

test('that a program is halted or does not reach its number is told to nobody who merely typed its contact', async () => {
  const { orderId, ask } = await givenPaid()
  const before = await ask()
  expect(before?.first).not.toBeNull()
  await sql`update subscriptions set paused_at = now() where order_id = ${orderId}`.execute(server.db)
  expect(await ask()).toEqual(before)
  await sql`insert into message_contacts (phone) values (${typed.slice(1)}) on conflict do nothing`.execute(
    server.db,
  )
  await sql`update subscriptions set paused_at = null, unreached_contact_id = (
    select id from message_contacts where phone = ${typed.slice(1)}) where order_id = ${orderId}`.execute(
    server.db,
  )
  expect(await ask()).toEqual(before)
})
