import type { ListConversationsResponse } from '@app/contracts/desk/messages'
import type { ListPeopleResponse } from '@app/contracts/desk/people'
import type { Today } from '@app/contracts/desk/today'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk } from '../../../test/given-desk.ts'

const desk = givenDesk()
const { call, find, open, buy, write } = desk

/** A buyer with a program of her own, and one that she gave. */
async function givenGiver() {
  const contact = { name: 'Сауле', email: freshEmail(aigerim), phone: freshPhone() }
  const { token, userId } = await desk.server.signIn(contact.email)
  await desk.server.saveLead(buildAttempt({ contact }), token)
  const own = await buy(contact, 'subscription', token)
  const friend = { email: contact.email, phone: freshPhone() }
  const gift = await buy(friend, 'subscription', token)
  const [person] = await find(contact.email)
  if (!person) throw new Error('the desk does not know who has bought')
  return { ...contact, id: person.id, userId, token, own, friend, gift }
}

const rowOf = async (email: string) => (await find(email))[0]

/** Writes the rows that the webhook leaves for a stop word. */
async function stop(phone: string) {
  const contactId = await write({ phone }, 'стоп')
  await sql`update inbound_messages set command = 'stop' where contact_id = ${contactId}`.execute(
    desk.server.db,
  )
  await silence(phone, new Date())
  return contactId
}

const silence = (phone: string, at: Date | null) =>
  desk.server.db
    .updateTable('message_contacts')
    .set({ opted_out_at: at })
    .where('phone', '=', phone.slice(1))
    .execute()

/** As the account that proved the number by a code has it. */
const prove = (userId: string, phone: string) =>
  desk.server.db
    .updateTable('auth.users')
    .set({ phone: phone.slice(1), phone_confirmed_at: new Date() })
    .where('id', '=', userId)
    .execute()

const makeGift = (orderId: string) =>
  sql`update orders set is_gift = true where id = ${orderId}`.execute(desk.server.db)

const moveProgram = (orderId: string, phone: string) =>
  desk.server.db.updateTable('subscriptions').set({ phone }).where('order_id', '=', orderId).execute()

/** A day of a program, sent just now. */
const sendDay = (orderId: string, contactId: string) =>
  sql`insert into messages (kind, contact_id, subscription_id, round, day, category, deadline, status, sent_at, send_state, next_attempt_at)
    select 'daily', ${contactId}, id, 1, 1, 'A', now(), 'sent', now(), 'done', null
    from subscriptions where order_id = ${orderId}`.execute(desk.server.db)

const givenContact = async (phone: string) =>
  (
    await desk.server.db
      .insertInto('message_contacts')
      .values({ phone: phone.slice(1) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const ago = (orderId: string, days: number) =>
  sql`update subscriptions set created_at = created_at - ${days} * interval '1 day',
    begun_at = begun_at - ${days} * interval '1 day' where order_id = ${orderId}`.execute(desk.server.db)

const today = async () => (await call('GET', '/today')).json<Today>()

describe('what comes from a number that only a gift ties to its buyer', () => {
  test('a word is told as the recipient’s, and can be answered', async () => {
    const { id, email, friend } = await givenGiver()
    const contactId = await write(friend, 'Кто это? Я ничего не покупала')
    const giftPhone = friend.phone.slice(1)
    const row = { giftAsks: true, phone: expect.not.stringContaining(giftPhone) }
    expect(await rowOf(email)).toMatchObject(row)
    const { contacts, events } = await open(id)
    expect(contacts).toContainEqual(expect.objectContaining({ contactId, isGift: true, phone: giftPhone }))
    expect(contacts.filter(({ isGift }) => isGift)).toHaveLength(1)
    expect(events.filter(({ what }) => what === 'wrote')).toMatchObject([{ giftPhone }])

    const { talks } = (await call('GET', '/messages')).json<ListConversationsResponse>()
    expect(talks.find(({ personId }) => personId === id)).toMatchObject({
      ...{ contactId, isGift: true, phone: giftPhone, name: 'Сауле' },
    })
    expect((await today()).asks?.rows.find(({ personId }) => personId === id)).toMatchObject({ giftPhone })

    const answer = { messageId: crypto.randomUUID(), contactId, text: 'Вам подарили программу' }
    expect((await call('POST', '/messages/answers', answer)).statusCode).toBe(202)
    const sent = (await open(id)).events.filter((event) => event.what === 'sent' && event.kind === 'answer')
    expect(sent).toMatchObject([{ giftPhone }])
  })

  test('her own words stay hers', async () => {
    const { id, email, phone } = await givenGiver()
    await write({ phone }, 'Можно ли орехи?')
    expect(await rowOf(email)).toMatchObject({ giftAsks: false })
    expect((await open(id)).events.filter(({ what }) => what === 'wrote')).toMatchObject([
      { giftPhone: null },
    ])
  })

  test('silence is not the buyer’s, whose own is', async () => {
    const { id, email, phone, friend } = await givenGiver()
    await stop(friend.phone)
    expect(await rowOf(email)).toMatchObject({ optedOut: false })
    expect((await open(id)).contacts.filter(({ optedOut }) => optedOut)).toMatchObject([{ isGift: true }])
    await stop(phone)
    expect(await rowOf(email)).toMatchObject({ optedOut: true })
  })

  test('it is no number to write to the buyer', async () => {
    const email = freshEmail(aigerim)
    const { token } = await desk.server.signIn(email)
    const { orderId } = await buy({ email, phone: freshPhone() }, 'subscription', token)
    await sql`update orders set is_gift = true where id = ${orderId}`.execute(desk.server.db)
    expect(await rowOf(email)).toMatchObject({ phone: null, program: null, gifts: { count: 1 } })
  })

  test('a number that its recipient has proven is theirs', async () => {
    const { id, email, friend } = await givenGiver()
    await write(friend, 'Здравствуйте')
    const friendsEmail = freshEmail(aigerim)
    const { userId } = await desk.server.signIn(friendsEmail)
    await desk.server.db
      .updateTable('auth.users')
      .set({ phone: friend.phone.slice(1), phone_confirmed_at: new Date() })
      .where('id', '=', userId)
      .execute()
    await silence(friend.phone, null)
    expect((await today()).stands?.rows.find(({ personId }) => personId === id)).toBeUndefined()
    await silence(friend.phone, new Date())
    expect((await today()).stands?.rows.find(({ personId }) => personId === id)).toMatchObject({
      ...{ isGift: true, isStopped: true },
    })
    expect(await rowOf(friendsEmail)).toMatchObject({ optedOut: true })
    expect(await rowOf(email)).toMatchObject({ optedOut: false, gifts: { stopped: 1 } })
    expect((await open(id)).contacts.map(({ phone }) => phone)).not.toContain(friend.phone.slice(1))
    // The program that she gave is stopped all the same, and goes on by the recipient’s word.
    await silence(friend.phone, null)
    expect(await rowOf(email)).toMatchObject({ gifts: { stopped: 0 } })
  })

  test('a number that she left as her own is hers, whatever was given to it', async () => {
    const { id, friend, token } = await givenGiver()
    await write(friend, 'Здравствуйте')
    expect((await open(id)).contacts.filter(({ isGift }) => isGift)).toHaveLength(1)
    const contact = { name: 'Сауле', email: friend.email, phone: friend.phone }
    await desk.server.saveLead(buildAttempt({ contact }), token)
    expect((await open(id)).contacts.filter(({ isGift }) => isGift)).toHaveLength(0)
  })

  test('a number that its buyer has proven is hers, though nothing but the gift names it', async () => {
    const { id, email, userId, friend } = await givenGiver()
    await prove(userId, friend.phone)
    await write(friend, 'Это мой второй номер')
    expect(await rowOf(email)).toMatchObject({ giftAsks: false, optedOut: false })
    expect((await open(id)).contacts.filter(({ isGift }) => isGift)).toHaveLength(0)
    await stop(friend.phone)
    expect(await rowOf(email)).toMatchObject({ optedOut: true })
  })

  test('a number that a gift wrote to once is its recipient’s, wherever the gift goes now', async () => {
    const { id, email, gift } = await givenGiver()
    const between = freshPhone()
    await moveProgram(gift.orderId, between)
    await sendDay(gift.orderId, await givenContact(between))
    await find(email)
    await moveProgram(gift.orderId, freshPhone())
    await stop(between)
    expect(await rowOf(email)).toMatchObject({ optedOut: false })
    expect((await open(id)).contacts).toContainEqual(
      expect.objectContaining({ phone: between.slice(1), isGift: true, optedOut: true }),
    )
  })

  test.each(['phone', 'phone_number'])(
    'a number that the account has as its %s is no gift’s',
    async (name) => {
      const contact = { email: freshEmail(aigerim), phone: freshPhone() }
      const { token, userId } = await desk.server.signIn(contact.email)
      const { orderId } = await buy(contact, 'subscription', token)
      await makeGift(orderId)
      await write(contact, 'Здравствуйте')
      expect(await rowOf(contact.email)).toMatchObject({ giftAsks: true })
      await sql`update auth.users set raw_user_meta_data = ${JSON.stringify({ [name]: contact.phone })}::jsonb
      where id = ${userId}::uuid`.execute(desk.server.db)
      expect(await rowOf(contact.email)).toMatchObject({ giftAsks: false, phone: contact.phone.slice(1) })
    },
  )

  test('the data file and the deletion of the buyer leave what the recipient wrote', async () => {
    const { friend, userId } = await givenGiver()
    const contactId = await write(friend, 'Кто это?')
    await find(friend.email)
    const { rows } = await sql<{ data: unknown }>`select export_account(${userId}::uuid) as data`.execute(
      desk.server.db,
    )
    expect(JSON.stringify(rows[0]?.data)).not.toContain('Кто это?')
    await sql`select delete_account(${userId}::uuid)`.execute(desk.server.db)
    const { talks } = (await call('GET', '/messages')).json<ListConversationsResponse>()
    expect(talks.find((talk) => talk.contactId === contactId)).toMatchObject({ name: null, isGift: false })
  })
})

test('when a gift’s message was read is no part of what its buyer takes along', async () => {
  const { userId, own, gift, phone, friend } = await givenGiver()
  for (const [{ orderId }, number] of [
    [own, phone],
    [gift, friend.phone],
  ] as const) {
    await sql`insert into message_contacts (phone) values (${number.slice(1)}) on conflict do nothing`.execute(
      desk.server.db,
    )
    await sql`insert into messages (kind, contact_id, user_id, subscription_id, category, day, deadline, send_state, status, sent_at, read_at)
      select 'manual', message_contacts.id, ${userId}::uuid, subscriptions.id, 'A', 1, now(), 'done', 'read', now(), now()
      from message_contacts, subscriptions where message_contacts.phone = ${number.slice(1)} and order_id = ${orderId}`.execute(
      desk.server.db,
    )
  }
  const { rows } = await sql<{ data: { messages: Record<string, unknown>[] } }>`
    select export_account(${userId}::uuid) as data`.execute(desk.server.db)
  const told = rows[0]?.data.messages.map((message) =>
    Object.keys(message).filter((key) => key.endsWith('_at')),
  )
  expect(told?.map((keys) => keys.includes('read_at')).toSorted()).toEqual([false, true])
  expect(told?.every((keys) => keys.includes('sent_at'))).toBe(true)
})

describe('how programs stand', () => {
  test('one’s own is told, and gifts are counted apart', async () => {
    const { email, own } = await givenGiver()
    await sql`update subscriptions set current_day = 1 where order_id = ${own.orderId}`.execute(
      desk.server.db,
    )
    expect(await rowOf(email)).toMatchObject({
      program: { state: 'active', day: 1 },
      gifts: { count: 1, stand: 0, stopped: 0 },
    })
  })

  test('one that is stopped by its number says so, and the one behind it still waits', async () => {
    const { id, email, friend, gift, token } = await givenGiver()
    const second = await buy(friend, 'subscription', token)
    const told = async () =>
      new Map(
        (await open(id)).purchases.map(({ invId, program }) => [
          invId,
          { waits: program?.waits, stopped: program?.stopped },
        ]),
      )
    expect((await told()).get(second.invId)).toEqual({ waits: true, stopped: false })
    await stop(friend.phone)
    expect((await told()).get(gift.invId)).toEqual({ waits: false, stopped: true })
    expect((await told()).get(second.invId)).toEqual({ waits: true, stopped: true })
    expect(await rowOf(email)).toMatchObject({
      program: { stopped: false },
      gifts: { count: 2, stand: 0, stopped: 1 },
    })
    const { stands } = await today()
    expect(stands?.rows.find(({ personId }) => personId === id)).toMatchObject({
      ...{ isGift: true, isStopped: true },
    })
    await silence(friend.phone, null)
    expect((await today()).stands?.rows.find(({ personId }) => personId === id)).toBeUndefined()
  })

  test('a gift that no day moves stands, and one that waits for another does not', async () => {
    const { id, friend, gift, token } = await givenGiver()
    const second = await buy(friend, 'subscription', token)
    const line = async () => (await today()).stands?.rows.find(({ personId }) => personId === id)
    await ago(second.orderId, 2)
    await ago(gift.orderId, 3)
    expect(await line()).toMatchObject({ isGift: true, isStopped: false })
    // The first of them sent its day this morning.
    const contactId = await write(friend, 'Спасибо')
    await sql`insert into messages (kind, contact_id, subscription_id, round, day, category, deadline, status, sent_at, send_state, next_attempt_at)
      select 'daily', ${contactId}, id, 1, 1, 'A', now(), 'sent', now(), 'done', null
      from subscriptions where order_id = ${gift.orderId}`.execute(desk.server.db)
    expect(await line()).toBeUndefined()
  })

  test('a gift of the provider’s test mode is told as one', async () => {
    const email = freshEmail(aigerim)
    const { token } = await desk.server.signIn(email)
    const { orderId } = await buy({ email, phone: freshPhone() }, 'subscription', token)
    await sql`update orders set is_gift = true, test = true where id = ${orderId}`.execute(desk.server.db)
    await ago(orderId, 3)
    const row = await rowOf(email)
    expect(row).toMatchObject({ program: null, bought: [], gifts: { count: 1, stand: 1 } })
    expect((await today()).stands?.rows.find(({ personId }) => personId === row?.id)).toMatchObject({
      isGift: true,
    })
  })

  test('the number of a gift is none of its buyer’s, also once it has written', async () => {
    const email = freshEmail(aigerim)
    const friend = { email, phone: freshPhone() }
    const { orderId } = await buy(friend, 'subscription', (await desk.server.signIn(email)).token)
    await sql`update orders set is_gift = true where id = ${orderId}`.execute(desk.server.db)
    await write(friend, 'Здравствуйте')
    expect(await rowOf(email)).toMatchObject({ phone: null, giftAsks: true })
  })

  test('of two who gave to one number, only the first’s stands', async () => {
    const first = await givenGiver()
    const email = freshEmail(aigerim)
    const { token } = await desk.server.signIn(email)
    const second = await buy({ email, phone: first.friend.phone }, 'subscription', token)
    await sql`update orders set is_gift = true where id = ${second.orderId}`.execute(desk.server.db)
    const before = (await today()).stands?.count ?? 0
    await ago(first.gift.orderId, 4)
    await ago(second.orderId, 3)
    const row = await rowOf(email)
    const { rows, count } = (await today()).stands ?? { rows: [] }
    expect(rows.find(({ personId }) => personId === first.id)).toMatchObject({ isGift: true })
    expect(rows.find(({ personId }) => personId === row?.id)).toBeUndefined()
    expect(count).toBe(before + 1)
    const listed = (await call('POST', '/people', { view: 'stands' })).json<ListPeopleResponse>()
    expect(listed.count?.people).toBe(count)
    expect(listed.people.map(({ id }) => id)).toContain(first.id)
    expect(listed.people.map(({ id }) => id)).not.toContain(row?.id)
  })

  test('silence that comes back with a WhatsApp id stops what was given to a number that is proven', async () => {
    const { id, email, friend } = await givenGiver()
    const contactId = await write(friend, 'Здравствуйте')
    const { userId } = await desk.server.signIn(freshEmail(aigerim))
    await desk.server.db
      .updateTable('auth.users')
      .set({ phone: friend.phone.slice(1), phone_confirmed_at: new Date() })
      .where('id', '=', userId)
      .execute()
    const line = async () => (await today()).stands?.rows.find(({ personId }) => personId === id)
    await find(email)
    expect(await line()).toBeUndefined()
    await sql`insert into message_opt_outs (id_digest, opted_out_at) values (opt_out_digest(${friend.phone}), now())`.execute(
      desk.server.db,
    )
    await sql`update message_contacts set wa_id = ${friend.phone} where id = ${contactId}`.execute(
      desk.server.db,
    )
    expect(await line()).toMatchObject({ isGift: true, isStopped: true })
  })

  describe('silence that goes on with a contact to another number', () => {
    /** A buyer whose gift goes to a number that somebody else has proven, so that nothing of the number is the buyer's. */
    async function givenProvenGift({ isMoved }: { isMoved: boolean }) {
      const giver = await givenGiver()
      const phone = isMoved ? freshPhone() : giver.friend.phone
      if (isMoved) await moveProgram(giver.gift.orderId, phone)
      await prove((await desk.server.signIn(freshEmail(aigerim))).userId, phone)
      const line = async () => (await today()).stands?.rows.find(({ personId }) => personId === giver.id)
      const mark = async () => {
        await find(giver.email)
        const { rows } = await sql<{
          at: Date
        }>`select program_moved_at as at from desk_people where id = ${giver.id}`.execute(desk.server.db)
        return rows[0]?.at.getTime()
      }
      return { ...giver, giftsPhone: phone, line, mark }
    }
    const goTo = (contactId: string, phone: string) =>
      desk.server.db
        .updateTable('message_contacts')
        .set({ phone: phone.slice(1) })
        .where('id', '=', contactId)
        .execute()

    test.each([false, true])('stops what is written there (moved there: %s)', async (isMoved) => {
      const { giftsPhone, line } = await givenProvenGift({ isMoved })
      const contactId = await stop(freshPhone())
      expect(await line()).toBeUndefined()
      await goTo(contactId, giftsPhone)
      expect(await line()).toMatchObject({ isGift: true, isStopped: true })
    })

    test.each([false, true])('lets go on what is written where it was (moved there: %s)', async (isMoved) => {
      const { giftsPhone, line, mark } = await givenProvenGift({ isMoved })
      const contactId = await stop(giftsPhone)
      expect(await line()).toMatchObject({ isGift: true, isStopped: true })
      expect(await mark()).toBe(0)
      await goTo(contactId, freshPhone())
      expect(await line()).toBeUndefined()
      expect(await mark()).toBeGreaterThan(0)
    })
  })

  test('a payment for a gift says so', async () => {
    const { own, gift } = await givenGiver()
    const rows = (await today()).paid?.rows ?? []
    const isGift = new Map(rows.map((row) => [row.orderId, row.isGift]))
    expect([isGift.get(own.orderId), isGift.get(gift.orderId)]).toEqual([false, true])
  })
})
