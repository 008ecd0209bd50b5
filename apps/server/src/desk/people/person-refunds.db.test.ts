import { randomUUID } from 'node:crypto'
import type { MoneyOrder, MoneyOrders } from '@app/contracts/desk/money'
import { almatyDay } from '@app/domain/time/almaty'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'
import { applyDeskChanges } from './refresh-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write, audits } = desk

test('a refund is the owner’s to mark, once', async () => {
  const person = await givenPerson()
  const { orderId } = await buy(person, 'subscription')
  await open(person.id)
  const refund = (role: Role) =>
    call('POST', `/people/${person.id}/orders/${orderId}/refund`, undefined, role)
  expect((await refund('assistant')).statusCode).toBe(403)
  expect((await refund('owner')).json()).toMatchObject({
    purchases: [{ state: 'refunded', refundDueTiyn: null, program: { state: 'cancelled' } }],
  })
  expect(await audits(person.id)).toMatchObject([
    { details: { did: 'refunded', before: { state: 'paid' }, after: { state: 'refunded' } } },
  ])
})

test('a refund of a program that a consultation was lowered by is announced, and the consultation owes it', async () => {
  const email = freshEmail(timur)
  const phone = freshPhone()
  const { token } = await desk.server.signIn(email)
  const program = await buy({ email, phone }, 'subscription', token)
  const consultation = await buy({ email, phone }, 'consultation', token)
  const [person] = await find(email)
  const purchaseOf = async (orderId: string) =>
    (await open(person?.id ?? '')).purchases.find((each) => each.orderId === orderId)
  expect(await purchaseOf(program.orderId)).toMatchObject({
    refundDueTiyn: 500_000,
    depositUsedBy: consultation.invId,
  })
  await call('POST', `/people/${person?.id}/orders/${program.orderId}/refund`)
  expect(await purchaseOf(consultation.orderId)).toMatchObject({ state: 'paid', dueTiyn: 500_000 })
})

test('a refund of somebody’s order is marked at that person alone, also before the desk has read whose it is', async () => {
  const [person, other] = [await givenPerson(), await givenPerson()]
  await sql`insert into desk_changes (kind, ref) select 'person', gen_random_uuid() from generate_series(1, 1500)`.execute(
    desk.server.db,
  )
  const { orderId } = await buy(person, 'subscription')
  expect((await call('POST', `/money/orders/${orderId}/refund`)).statusCode, 'not read').toBe(404)
  await applyDeskChanges(desk.server.db, 10_000)
  expect((await call('POST', `/people/${other.id}/orders/${orderId}/refund`)).statusCode).toBe(404)
  expect(
    await desk.server.db.selectFrom('orders').select('state').where('id', '=', orderId).execute(),
  ).toEqual([{ state: 'paid' }])
})

test('a refund that is marked three times at once is one', async () => {
  const person = await givenPerson()
  const { orderId } = await buy(person, 'subscription')
  await open(person.id)
  const refund = () => call('POST', `/people/${person.id}/orders/${orderId}/refund`)
  const answers = await Promise.all([refund(), refund(), refund()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await audits(person.id)).toHaveLength(1)
})

test('a refund is done and taken down, or neither, while its buyer is deleted', async () => {
  for (const _time of [1, 2, 3]) {
    const person = await givenPerson()
    const { orderId } = await buy(person, 'consultation')
    await open(person.id)
    const [refund, erasure] = await Promise.all([
      call('POST', `/people/${person.id}/orders/${orderId}/refund`),
      call('POST', `/people/${person.id}/erase`),
    ])
    expect(erasure.statusCode).toBe(200)
    expect([200, 404]).toContain(refund.statusCode)
    const { state } = await desk.server.db
      .selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const rows = await audits(person.id)
    expect(rows.filter(({ action }) => action === 'person_changed')).toHaveLength(
      state === 'refunded' ? 1 : 0,
    )
    expect(rows.filter(({ action }) => action === 'person_erased')).toHaveLength(1)
  }
})

test('an order of whoever was deleted is refunded among the money, by the owner', async () => {
  const person = await givenPerson()
  const { orderId } = await buy(person, 'consultation')
  await open(person.id)
  const refund = (role: Role = 'owner') => call('POST', `/money/orders/${orderId}/refund`, undefined, role)
  expect((await refund()).statusCode).toBe(404)
  await call('POST', `/people/${person.id}/erase`)
  expect((await refund('assistant')).statusCode).toBe(403)
  const answers = [await refund(), await refund()]
  expect(answers.map((answer) => answer.json())).toEqual([{ done: true }, { done: true }])
  const rows = await desk.server.db
    .selectFrom('audit_events')
    .select(['actor', 'details'])
    .where(sql<string>`details ->> 'order'`, '=', orderId)
    .execute()
  expect(rows).toMatchObject([
    {
      actor: desk.ownerId,
      details: { did: 'refunded', before: { state: 'paid' }, after: { state: 'refunded' } },
    },
  ])
})

describe('a number that somebody else pays with', () => {
  const exportOf = async (userId: string) =>
    (await desk.server.admin.rpc('export_account', { account_id: userId })).data as Record<string, object[]>
  const wordsFrom = async (contactId: string) =>
    (
      await desk.server.db
        .selectFrom('inbound_messages')
        .select('text')
        .where('contact_id', '=', contactId)
        .orderBy('written_at')
        .execute()
    ).map(({ text }) => text)
  /** The first day of a program, as it went out to its number. */
  const sendDay = (contactId: string, orderId: string) =>
    sql`
      insert into messages (kind, contact_id, subscription_id, round, day, category, subcategory, deadline, status, sent_at, send_state)
      select 'daily', ${contactId}, id, 1, 1, 'A', 'A2', now(), 'sent', now() - interval '1 hour', 'done'
      from subscriptions where order_id = ${orderId}`.execute(desk.server.db)

  test('under the e-mail of an account that takes the order on stays a row of its own', async () => {
    const email = freshEmail(aigerim)
    const phone = freshPhone()
    const { token } = await desk.server.signIn(email)
    await buy({ email, phone }, 'subscription')
    const headers = { authorization: `Bearer ${token}` }
    expect((await desk.server.app.inject({ url: '/api/orders', headers })).statusCode).toBe(200)
    const contactId = await write({ phone }, 'Это я, Айгерим')
    const [victim] = await find(email)
    const page = await open(victim?.id ?? '')
    expect(page).toMatchObject({
      purchases: [{ state: 'paid' }],
      contacts: [],
      maybeSame: [{ by: ['phone'] }],
    })
    expect((await open(page.maybeSame[0]?.id ?? '')).contacts).toMatchObject([{ contactId, isProven: false }])
  })

  test('stays with whom its conversation is, who alone reads it, and outlives the payer’s account', async () => {
    const [hers, his] = [freshEmail(aigerim), freshEmail(timur)]
    const phone = freshPhone()
    const { token } = await desk.server.signIn(hers)
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email: hers, phone } }), token)
    const contactId = await write({ phone }, 'У меня диабет', 2)
    const [victim] = await find(hers)
    const payer = await desk.server.signIn(his)
    const { orderId } = await buy({ email: his, phone }, 'subscription', payer.token)
    await sendDay(contactId, orderId)
    await write({ phone }, 'Мне плохо')
    await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'С диабетом можно' })

    const [stranger] = await find(his)
    expect((await open(stranger?.id ?? '')).contacts).toEqual([])
    expect((await open(victim?.id ?? '')).contacts).toMatchObject([{ contactId, isProven: false }])
    const { messages, ...kept } = await exportOf(payer.userId)
    expect(kept).toMatchObject({ inbound_messages: [], message_contacts: [], orders: [{ id: orderId }] })
    expect(messages).toMatchObject([{ kind: 'daily' }])
    await call('POST', `/people/${stranger?.id}/orders/${orderId}/refund`)
    await desk.server.admin.rpc('delete_account_messages', { account_id: payer.userId })
    expect((await desk.server.admin.rpc('delete_account', { account_id: payer.userId })).data).toBe(true)
    expect(await wordsFrom(contactId)).toEqual(['У меня диабет', 'Мне плохо'])
    expect((await open(victim?.id ?? '')).events).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'sent', text: 'С диабетом можно' })]),
    )
  })

  test('and answers the program is one with its buyer at the desk, and is left there by their account', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { userId, token } = await desk.server.signIn(email)
    await buy({ email, phone }, 'subscription', token)
    const contactId = await write({ phone }, 'Спасибо!')
    const [buyer] = await find(email)
    expect((await open(buyer?.id ?? '')).contacts).toMatchObject([{ contactId, isProven: false }])
    expect(await exportOf(userId)).toMatchObject({ inbound_messages: [], message_contacts: [] })
    await desk.server.admin.rpc('delete_account', { account_id: userId })
    const [alone] = await find(phone)
    expect(alone).toMatchObject({ hasAccount: false, name: null })
    expect((await call('POST', `/people/${alone?.id}/erase`)).statusCode).toBe(200)
    expect(await wordsFrom(contactId)).toEqual([])
  })

  test('is theirs who confirmed it, with what was written since', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { userId } = await desk.server.signIn(email)
    await write({ phone }, 'Раньше', 3)
    await desk.server.admin.auth.admin.updateUserById(userId, { phone: phone.slice(1), phone_confirm: true })
    const contactId = await write({ phone }, 'Теперь')
    const [person] = await find(email)
    expect((await open(person?.id ?? '')).contacts).toMatchObject([{ contactId, isProven: true }])
    const kept = await exportOf(userId)
    expect(kept).toMatchObject({
      inbound_messages: [{ text: 'Теперь' }],
      message_contacts: [{ phone: phone.slice(1) }],
    })
    await desk.server.admin.rpc('delete_account', { account_id: userId })
    expect(await wordsFrom(contactId)).toEqual([])
  })
})

test('what seems to be paid twice is marked at the desk, where it is refunded, until one of the two is', async () => {
  const given = { email: freshEmail(timur), phone: freshPhone() }
  const first = await buy(given, 'subscription')
  const second = await buy(given, 'subscription')
  const [person] = await find(given.email)
  const repeatsOf = async () => {
    const { purchases } = await open(person?.id ?? '')
    const day = almatyDay(new Date())
    const { orders } = (await call('GET', `/money/orders?from=${day}&until=${day}`)).json<MoneyOrders>()
    const of = (list: Pick<MoneyOrder, 'orderId' | 'repeats'>[]) =>
      [first, second].map(({ orderId }) => list.find((each) => each.orderId === orderId)?.repeats)
    return [of(purchases), of(orders)]
  }
  expect(await repeatsOf()).toEqual([
    [null, first.invId],
    [null, first.invId],
  ])
  await call('POST', `/people/${person?.id}/orders/${second.orderId}/refund`)
  expect(await repeatsOf()).toEqual([
    [null, null],
    [null, null],
  ])
})

test('a program that anybody may have paid is said to leave no debt', async () => {
  const given = { email: freshEmail(timur), phone: freshPhone() }
  const { token } = await desk.server.signIn(given.email)
  const strangers = await buy(given, 'subscription')
  const consultation = await buy(given, 'consultation', token)
  const people = await find(given.email)
  const purchaseOf = async (orderId: string) => {
    const pages = await Promise.all(people.map(({ id }) => open(id)))
    return pages.flatMap(({ purchases }) => purchases).find((each) => each.orderId === orderId)
  }
  expect(await purchaseOf(strangers.orderId)).toMatchObject({
    ...{ depositUsedBy: consultation.invId, isOwedBack: false },
  })
  for (const { id } of people) await call('POST', `/people/${id}/orders/${strangers.orderId}/refund`)
  expect(await purchaseOf(strangers.orderId)).toMatchObject({ state: 'refunded' })
  expect(await purchaseOf(consultation.orderId)).toMatchObject({ state: 'paid', dueTiyn: 0 })
})
