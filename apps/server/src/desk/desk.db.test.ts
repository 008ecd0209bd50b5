import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Journal } from '@app/contracts/desk/journal'
import type { ListTalksResponse } from '@app/contracts/desk/messages'
import type { DeskConsultations, Money, RegistryResponse } from '@app/contracts/desk/money'
import type { ListPeopleResponse, PeopleChoices } from '@app/contracts/desk/people'
import type { DeskPerson } from '@app/contracts/desk/person'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type PlaceType, readPlace } from './places.ts'

type Role = 'owner' | 'assistant' | 'technician'

let server: GivenServer
const tokens = {} as Record<Role, string>
let ownerId: string

beforeAll(async () => {
  server = await givenServer()
  for (const role of ['owner', 'assistant', 'technician'] as const) {
    const { userId, token } = await server.signInAsAdministrator(freshEmail(timur), role)
    if (role === 'owner') ownerId = userId
    tokens[role] = token
  }
})
afterAll(() => server.close())

let count = 0
const freshPhone = () => `+7705${String(1_000_000 + count++)}`

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, role: Role = 'owner') =>
  server.app.inject({
    method,
    url: `/api/desk${url}`,
    ...(payload && { payload }),
    headers: { authorization: `Bearer ${tokens[role]}` },
  })

async function find(search: string, role: Role = 'owner') {
  const { people } = (await call('POST', '/people', { search }, role)).json<ListPeopleResponse>()
  return people
}
const open = async (id: string, role: Role = 'owner') =>
  (await call('GET', `/people/${id}`, undefined, role)).json<DeskPerson>()

async function givenPerson() {
  const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
  const attempt = buildAttempt({ contact })
  await server.saveLead(attempt)
  const [person] = await find(contact.email)
  if (!person) throw new Error('the desk does not know who just came')
  return { ...contact, id: person.id, attemptId: attempt.attemptId }
}
type Given = Awaited<ReturnType<typeof givenPerson>>

async function buy(
  { email, phone }: Pick<Given, 'email' | 'phone'>,
  productType: 'subscription' | 'consultation',
) {
  const shop = shopAt(server.app)
  const order = await shop.placeOrder(buildIntent({ productType, email, phone, again: true }))
  const OutSum = `${order.chargeTiyn / 100}.000000`
  await shop.notify(buildNotice({ InvId: order.invId, OutSum, Shp_product: productType }))
  return order
}

async function write({ phone }: Pick<Given, 'phone'>, text: string, hoursAgo = 0) {
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  const { id } = await server.db
    .insertInto('message_contacts')
    .values({ phone: phone.slice(1), last_inbound_at: at })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ last_inbound_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('inbound_messages')
    .values({ contact_id: id, provider_message_id: randomUUID(), type: 'text', text, written_at: at })
    .execute()
  return id
}

/** Tells of the visit that an attempt was made in, as its page does. */
async function tellVisit(attempt: string) {
  const payload = {
    id: attempt,
    attempt,
    step: 24,
    seconds: [4],
    finished: true,
    from: ['instagram', null, null, null],
  }
  const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/visits', payload })
  expect(statusCode).toBe(204)
}
const visitsOf = (...attempts: string[]) =>
  server.db.selectFrom('visits').select('attempt_id').where('attempt_id', 'in', attempts).execute()

const audits = (personId: string) =>
  server.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'details'])
    .where('source', '=', 'desk')
    .where(sql<string>`details ->> 'person'`, '=', personId)
    .orderBy('id')
    .execute()

describe('a person’s page', () => {
  test('tells all that happened, newest first, without answers', async () => {
    const person = await givenPerson()
    const { invId } = await buy(person, 'subscription')
    await write(person, 'А можно вопрос?')
    const page = await open(person.id)
    expect(page.purchases).toMatchObject([{ invId, state: 'paid', program: { state: 'active', day: 0 } }])
    expect(page.contacts).toMatchObject([{ isProven: true, optedOut: false }])
    const happened = page.events.map(({ what }) => what)
    expect(happened.slice(0, 1)).toEqual(['wrote'])
    expect(new Set(happened)).toEqual(new Set(['wrote', 'paid', 'ordered', 'consent', 'finished']))
    const times = page.events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(JSON.stringify(page)).not.toContain('tongueColor')
  })

  test('shows answers to the owner alone, and each look is taken down', async () => {
    const person = await givenPerson()
    const answers = (role: Role) => call('GET', `/people/${person.id}/answers`, undefined, role)
    expect((await answers('owner')).json()).toMatchObject({
      attempts: [{ category: 'A2', answers: { tongueColor: '5' } }],
    })
    expect((await answers('assistant')).statusCode).toBe(403)
    expect((await answers('technician')).statusCode).toBe(403)
    expect(await audits(person.id)).toMatchObject([{ action: 'answers_read', actor: ownerId }])
  })

  test('says who may be the same, and merges nobody', async () => {
    const person = await givenPerson()
    const contact = { name: 'Другая', email: freshEmail(aigerim), phone: person.phone }
    await server.saveLead(buildAttempt({ contact }))
    expect((await open(person.id)).maybeSame).toMatchObject([{ name: 'Другая', by: ['phone'] }])
  })
})

describe('of people', () => {
  test('an assistant sees and finds nothing that follows from answers', async () => {
    const person = await givenPerson()
    expect(await find(person.email, 'assistant')).toMatchObject([{ name: 'Айгерим', category: null }])
    expect((await open(person.id, 'assistant')).person.category).toBeNull()
    const byCategory = await call('POST', '/people', { category: 'A2' }, 'assistant')
    expect(byCategory.statusCode).toBe(403)
    const kept = await call('POST', '/people/views', { name: 'А2', filter: { category: 'A2' } }, 'assistant')
    expect(kept.statusCode).toBe(403)
  })

  test('notes about health are the owner’s alone, whoever asks', async () => {
    const person = await givenPerson()
    const note = (text: string, aboutHealth: boolean, role: Role) =>
      call('POST', `/people/${person.id}/notes`, { text, aboutHealth }, role)
    await note('Щитовидка', true, 'owner')
    await note('Звонить вечером', false, 'owner')
    await note('Перезвонит', true, 'assistant')
    const texts = async (role: Role) => (await open(person.id, role)).notes.map(({ text }) => text)
    expect(await texts('owner')).toEqual(['Перезвонит', 'Звонить вечером', 'Щитовидка'])
    expect(await texts('assistant')).toEqual(['Перезвонит', 'Звонить вечером'])
    const health = (await open(person.id)).notes.find(({ aboutHealth }) => aboutHealth)
    const removal = await call('DELETE', `/people/${person.id}/notes/${health?.id}`, undefined, 'assistant')
    expect(removal.statusCode).toBe(404)
    expect(await texts('owner')).toHaveLength(3)
  })

  test('looks are kept by a name, each for who kept it', async () => {
    const view = { name: 'Мои', filter: { bought: 'nothing', sort: 'finished' } }
    const kept = (await call('POST', '/people/views', view)).json()
    expect(kept).toMatchObject({ views: [view] })
    expect((await call('GET', '/people/choices', undefined, 'assistant')).json()).toMatchObject({ views: [] })
    const removed = await call('DELETE', `/people/views/${kept.views[0].id}`)
    expect(removed.json()).toMatchObject({ views: [] })
  })

  test('the sources to choose from are those that most came from, whatever is made up beside them', async () => {
    await sql`
      insert into desk_people (contact_key, source)
      select 'made up ' || each, case when each > 120 then 'я' else '0 ' || lpad(each::text, 3, '0') end
      from generate_series(1, 122) as each`.execute(server.db)
    const { sources } = (await call('GET', '/people/choices')).json<PeopleChoices>()
    await sql`delete from desk_people where contact_key like 'made up %'`.execute(server.db)
    expect(sources).toHaveLength(100)
    expect(sources).toContain('я')
  })

  test('marks change, say what they were, and are taken down without words', async () => {
    const person = await givenPerson()
    const mark = (body: object) => call('POST', `/people/${person.id}/marks`, body)
    await mark({ status: 'talking', addTag: 'вечер', nextContactOn: '2026-12-01' })
    expect((await open(person.id)).person).toMatchObject({
      ...{ status: 'talking', tags: ['вечер'], nextContactOn: '2026-12-01' },
    })
    const before = (await mark({ status: null, nextContactOn: null })).json()
    expect(before).toMatchObject({ status: 'talking', tags: ['вечер'], nextContactOn: '2026-12-01' })
    expect((await open(person.id)).person).toMatchObject({
      status: 'new',
      tags: ['вечер'],
      nextContactOn: null,
    })
    const rows = await audits(person.id)
    expect(rows[0]).toMatchObject({
      action: 'person_changed',
      details: { before: { status: null, tags: 0 }, after: { status: 'talking', tags: 1 } },
    })
    expect(JSON.stringify(rows)).not.toContain('вечер')
    await mark({ addTag: 'вечер', nextContactOn: null })
    expect(await audits(person.id)).toEqual(rows)
  })

  test('tags that are put at once all stay, and one is taken away by itself', async () => {
    const person = await givenPerson()
    const mark = (body: object) => call('POST', `/people/${person.id}/marks`, body)
    await Promise.all(['утро', 'день', 'вечер'].map((addTag) => mark({ addTag })))
    await mark({ removeTag: 'день' })
    expect((await open(person.id)).person.tags).toEqual(['вечер', 'утро'])
    const tags = Array.from({ length: 20 }, (_, index) => `метка ${index}`)
    await server.db.updateTable('desk_people').set({ tags }).where('id', '=', person.id).execute()
    expect((await mark({ addTag: 'лишняя' })).json()).toMatchObject({ fields: { addTag: 'too_many' } })
  })
})

describe('whoever works here', () => {
  const erase = (personId: string | undefined) => call('POST', `/people/${personId}/erase`)
  const giveRole = (userId: string, role: string | null) =>
    server.admin.auth.admin.updateUserById(userId, { app_metadata: { role } })
  const finishQuiz = (email: string, token: string) =>
    server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone: freshPhone() } }), token)

  test.each(['owner', 'assistant'] as const)('as %s is marked, and is not deleted', async (role) => {
    const email = freshEmail(timur)
    const { userId, token } = await server.signInAsAdministrator(email, role)
    await finishQuiz(email, token)
    const [person] = await find(email)
    expect(person).toMatchObject({ isStaff: true })
    const refused = await erase(person?.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'person_is_staff'])
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.app_metadata.role).toBe(role === 'owner' ? 'admin' : 'assistant')
    expect(await audits(person?.id ?? '')).toEqual([])
  })

  test('is a person like any other before and after', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await server.signIn(email)
    await finishQuiz(email, token)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    await giveRole(userId, 'technician')
    const [person] = await find(email)
    expect(person).toMatchObject({ isStaff: true })
    expect((await erase(person?.id)).json().code).toBe('person_is_staff')
    await giveRole(userId, null)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    expect((await erase(person?.id)).statusCode).toBe(200)
  })

  test('and left nothing is not listed until they work here no more', async () => {
    const email = freshEmail(timur)
    const { userId } = await server.signIn(email)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    await giveRole(userId, 'assistant')
    expect(await find(email)).toEqual([])
    expect((await call('DELETE', `/staff/${userId}`)).statusCode).toBe(200)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
  })
})

describe('a program', () => {
  const messagesOf = (programId: string) =>
    server.db
      .selectFrom('messages')
      .select(['kind', 'day', 'failure'])
      .where('subscription_id', '=', programId)
      .orderBy('created_at')
      .execute()

  test('is halted, goes on, begins from a day and repeats one; each is taken down with before and after', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const steer = (deed: object, role: Role = 'owner') =>
      call('POST', `/people/${person.id}/programs/${programId}`, deed, role)
    expect((await steer({ deed: 'pause' })).json()).toMatchObject({
      person: { program: { state: 'paused', stands: false } },
      purchases: [{ program: { paused: true } }],
    })
    expect((await steer({ deed: 'resume' })).json()).toMatchObject({
      person: { program: { state: 'active' } },
    })
    expect((await steer({ deed: 'begin', day: 3 })).json()).toMatchObject({
      // Nothing was sent, wherever it stands now.
      purchases: [{ refundDueTiyn: 500_000, program: { day: 2, sent: [] } }],
    })
    expect((await steer({ deed: 'repeat', day: 2 })).statusCode).toBe(200)
    expect(await messagesOf(programId)).toMatchObject([{ kind: 'manual', day: 2, failure: null }])
    expect((await steer({ deed: 'pause' }, 'technician')).statusCode).toBe(403)
    expect(await audits(person.id)).toMatchObject([
      { details: { did: 'program_pause', before: { paused: false }, after: { paused: true } } },
      { details: { did: 'program_resume' } },
      { details: { did: 'program_begin', before: { round: 1 }, after: { round: 2, day: 2 } } },
      { details: { did: 'program_repeat', day: 2 } },
    ])
  })

  test('is begun once and repeats a day once, however often it is pressed', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const steer = (deed: object) => call('POST', `/people/${person.id}/programs/${programId}`, deed)
    for (const deed of [{ deed: 'begin', day: 3 }, { deed: 'repeat', day: 2 }, { deed: 'pause' }]) {
      const answers = await Promise.all([steer(deed), steer(deed), steer(deed)])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    }
    expect(await messagesOf(programId)).toMatchObject([{ kind: 'manual', day: 2 }])
    expect(await audits(person.id)).toMatchObject([
      { details: { did: 'program_begin', before: { round: 1 }, after: { round: 2 } } },
      { details: { did: 'program_repeat' } },
      { details: { did: 'program_pause' } },
    ])
  })

  test('of somebody else is not there', async () => {
    const person = await givenPerson()
    const other = await givenPerson()
    await buy(other, 'subscription')
    const programId = (await open(other.id)).purchases[0]?.program?.id ?? ''
    const answer = await call('POST', `/people/${person.id}/programs/${programId}`, { deed: 'pause' })
    expect(answer.statusCode).toBe(404)
  })

  test('and a checklist are refused for a number that asked for silence', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const contactId = await write(person, 'СТОП')
    await server.db
      .updateTable('message_contacts')
      .set({ opted_out_at: new Date() })
      .where('id', '=', contactId)
      .execute()
    const answers = [
      await call('POST', `/people/${person.id}/programs/${programId}`, { deed: 'repeat', day: 1 }),
      await call('POST', `/people/${person.id}/checklist`),
      await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'Вернитесь' }),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual(['opted_out', 'opted_out', 'opted_out'])
  })
})

test('a checklist is sent again, to whom it belongs', async () => {
  const person = await givenPerson()
  const press = () => call('POST', `/people/${person.id}/checklist`)
  for (const { statusCode } of await Promise.all([press(), press(), press()])) expect(statusCode).toBe(200)
  expect(await audits(person.id)).toMatchObject([{ details: { did: 'checklist_sent' } }])
  expect(await checklistsTo(person.phone)).toEqual([
    { kind: 'checklist', subcategory: 'A2', asked_as: 'lead' },
  ])
})

test('a checklist that is sent again makes no number somebody’s who only typed it', async () => {
  const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
  const { token } = await server.signIn(contact.email)
  await server.saveLead(buildAttempt({ contact }), token)
  const [person] = await find(contact.email)
  expect((await call('POST', `/people/${person?.id}/checklist`)).statusCode).toBe(200)
  expect(await checklistsTo(contact.phone)).toMatchObject([{ asked_as: 'lead' }])
})

const checklistsTo = (phone: string) =>
  server.db
    .selectFrom('messages')
    .innerJoin('message_contacts', 'message_contacts.id', 'contact_id')
    .select(['kind', 'subcategory', 'asked_as'])
    .where('phone', '=', phone.slice(1))
    .execute()

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
    const { state } = await server.db
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
  const rows = await server.db
    .selectFrom('audit_events')
    .select(['actor', 'details'])
    .where(sql<string>`details ->> 'order'`, '=', orderId)
    .execute()
  expect(rows).toMatchObject([
    { actor: ownerId, details: { did: 'refunded', before: { state: 'paid' }, after: { state: 'refunded' } } },
  ])
})

describe('whoever is deleted', () => {
  test('without an account is gone with all they left, and another who typed the same number stays', async () => {
    const person = await givenPerson()
    const contact = { name: 'Другая', email: freshEmail(aigerim), phone: person.phone }
    await server.saveLead(buildAttempt({ contact }))
    const { orderId } = await buy(person, 'subscription')
    await call('POST', `/people/${person.id}/notes`, { text: 'Заметка', aboutHealth: true })
    const another = await givenPerson()
    await tellVisit(person.attemptId)
    await tellVisit(another.attemptId)
    await call('POST', `/people/${person.id}/orders/${orderId}/refund`)
    await write(person, 'Верните деньги')
    await open(person.id)
    expect((await call('POST', `/people/${person.id}/erase`, undefined, 'assistant')).statusCode).toBe(403)
    const data = await call('POST', `/people/${person.id}/export`)
    expect(data.json()).toMatchObject({
      tables: {
        quiz_leads: [{ email: person.email }],
        desk_notes: [{ text: 'Заметка' }],
        orders: [{ id: orderId }],
        visits: [{ attempt_id: person.attemptId, utm_source: 'instagram' }],
        order_acts: [{ order_id: orderId, act: 'refunded' }],
        payment_events: [{ order_id: orderId, body: expect.stringContaining('OutSum') }],
        message_contacts: [{ phone: person.phone.slice(1) }],
        inbound_messages: [{ text: 'Верните деньги' }],
        deposit_uses: [],
      },
    })
    for (const other of [another.attemptId, contact.email, ownerId]) expect(data.body).not.toContain(other)
    expect((await call('POST', `/people/${person.id}/erase`)).json()).toEqual({ done: true })
    expect(await visitsOf(person.attemptId, another.attemptId)).toEqual([{ attempt_id: another.attemptId }])
    expect(await find(person.email)).toEqual([])
    expect(await find(contact.email)).toHaveLength(1)
    const order = await server.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    expect(order).toMatchObject({ state: 'refunded', email: null, phone: null })
    const leads = await server.db
      .selectFrom('quiz_leads')
      .select('id')
      .where('email', '=', person.email)
      .execute()
    expect(leads).toEqual([])
    const users = await server.db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', person.email)
      .execute()
    expect(users).toEqual([])
    const notes = await server.db
      .selectFrom('desk_notes')
      .select('id')
      .where('person_id', '=', person.id)
      .execute()
    expect(notes).toEqual([])
    expect((await call('POST', `/people/${person.id}/erase`)).statusCode).toBe(404)
  })

  test('with an account is deleted as they would themselves, and their file has the notes', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await server.signIn(email)
    const attempt = buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } })
    await server.saveLead(attempt, token)
    await tellVisit(attempt.attemptId)
    const [person] = await find(email)
    await call('POST', `/people/${person?.id}/notes`, { text: 'Своя', aboutHealth: false })
    const { data } = await server.admin.rpc('export_account', { account_id: userId })
    expect(data).toMatchObject({
      desk_notes: [{ text: 'Своя' }],
      quiz_leads: [{ email }],
      visits: [{ attempt_id: attempt.attemptId, step: 24 }],
    })
    // Whoever asks the owner is handed what they would be in the cabinet.
    const handed = (await call('POST', `/people/${person?.id}/export`)).json().tables
    expect(Object.keys(handed).sort()).toEqual(Object.keys(data).sort())
    await call('POST', `/people/${person?.id}/erase`)
    expect(await visitsOf(attempt.attemptId)).toEqual([])
    expect(await find(email)).toEqual([])
    expect((await server.admin.auth.admin.getUserById(userId)).data.user).toBeNull()
  })

  test('with a file that stays whatever is done is not, and the request ends', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } }), token)
    const [person] = await find(email)
    const { error } = await server.admin.storage.from('public-downloads').upload(`${userId}.txt`, 'остаётся')
    if (error) throw error
    await sql`update storage.objects set owner_id = ${userId} where name = ${`${userId}.txt`}`.execute(
      server.db,
    )
    await sql`create function keep_file() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      server.db,
    )
    await sql`create trigger keep_file before delete on storage.objects for each row execute function keep_file()`.execute(
      server.db,
    )
    onTestFinished(async () => {
      await sql`drop trigger keep_file on storage.objects`.execute(server.db)
      await sql`drop function keep_file`.execute(server.db)
    })

    expect((await call('POST', `/people/${person?.id}/erase`)).statusCode).toBe(500)
    expect((await server.admin.auth.admin.getUserById(userId)).data.user).toMatchObject({ email })
  })
})

describe('a number that somebody else typed', () => {
  const exportOf = async (userId: string) =>
    (await server.admin.rpc('export_account', { account_id: userId })).data as {
      desk_notes: { text: string }[]
      desk_people: unknown[]
      messages: { kind: string }[]
    }
  const note = (id: string | undefined, text: string) =>
    call('POST', `/people/${id}/notes`, { text, aboutHealth: true })

  test('stays whose it was, with what was noted about them', async () => {
    const phone = freshPhone()
    await write({ phone }, 'У меня диабет')
    const [victim] = await find(phone)
    await note(victim?.id, 'Диабет')
    const email = freshEmail(timur)
    const { userId, token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Чужой', email, phone } }), token)
    const [stranger] = await find(email)
    expect((await open(victim?.id ?? '')).notes).toMatchObject([{ text: 'Диабет' }])
    expect((await open(stranger?.id ?? '')).contacts).toEqual([])
    expect(await exportOf(userId)).toMatchObject({ desk_notes: [] })
  })

  test('gives nothing of what was noted and answered before it was proven', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { userId, token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Чужой', email, phone } }), token)
    const contactId = await write({ phone }, 'У меня диабет')
    const [person] = await find(email)
    expect((await open(person?.id ?? '')).contacts).toMatchObject([{ isProven: false }])
    await note(person?.id, 'Диабет')
    await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'С диабетом можно' })
    const kept = async () => {
      const { desk_notes, desk_people, messages } = await exportOf(userId)
      return { desk_notes, desk_people, answers: messages.filter(({ kind }) => kind === 'answer') }
    }
    const nothing = { desk_notes: [], desk_people: [], answers: [] }
    expect(await kept()).toEqual(nothing)
    await buy({ email, phone }, 'subscription')
    await find(email)
    expect(await kept()).toEqual(nothing)
  })

  test('goes with whoever is deleted at the desk, when it was shown as theirs', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone } }), token)
    const typed = await givenPerson()
    await write({ phone }, 'Здравствуйте')
    await write(typed, 'Здравствуйте')
    for (const id of [(await find(email))[0]?.id, typed.id]) {
      expect((await open(id ?? '')).contacts).toHaveLength(1)
      await call('POST', `/people/${id}/erase`)
    }
    expect([...(await find(phone)), ...(await find(typed.phone))]).toEqual([])
    const left = await server.db
      .selectFrom('message_contacts')
      .select('id')
      .where('phone', 'in', [phone.slice(1), typed.phone.slice(1)])
      .execute()
    expect(left).toEqual([])
  })
})

describe('the journal', () => {
  const read = async (query: string, role: Role = 'owner') => {
    const answer = await call('GET', `/journal${query}`, undefined, role)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Journal>()
  }
  const deedsOf = ({ acts }: Journal) => acts.map(({ deed }) => deed)

  test('tells who did what to a person and whose answers they saw, what it was and is, and no answer', async () => {
    const person = await givenPerson()
    const order = await buy(person, 'consultation')
    const contactId = await write(person, 'Можно вечером?')
    await open(person.id)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    await call('GET', `/people/${person.id}/answers`)
    await call('POST', `/people/${person.id}/marks`, { status: 'talking', addTag: 'щитовидка' })
    await call(
      'POST',
      `/people/${person.id}/notes`,
      { text: 'Болит голова', aboutHealth: false },
      'assistant',
    )
    await call('POST', `/consultations/${order.orderId}`, { deed: 'arrange', startsAt }, 'assistant')
    await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'Да' }, 'assistant')
    await call('POST', `/people/${person.id}/orders/${order.orderId}/refund`)
    await call('POST', `/people/${person.id}/export`)

    const journal = await read(`?person=${person.id}`)
    expect(deedsOf(journal)).toEqual([
      ...['person_exported', 'order_refunded', 'message_sent_by_hand', 'consultation_arrange'],
      ...['added', 'person_changed', 'answers_read'],
    ])
    const [, refund, , arranged, added, marked] = journal.acts
    expect(journal.person).toEqual({ id: person.id, name: 'Айгерим' })
    expect(refund).toMatchObject({
      by: { role: 'owner' },
      changes: [{ fact: 'state', before: 'paid', after: 'refunded' }],
      details: { invId: order.invId },
    })
    expect(arranged).toMatchObject({
      by: { role: 'assistant' },
      changes: [
        { fact: 'state', before: 'to_arrange', after: 'arranged' },
        { fact: 'startsAt', before: null, after: startsAt },
      ],
    })
    expect(added).toMatchObject({ by: { email: expect.stringContaining('@'), role: 'assistant' } })
    expect(marked?.changes).toEqual([
      { fact: 'status', before: null, after: 'talking' },
      { fact: 'tags', before: 0, after: 1 },
    ])
    expect(JSON.stringify(journal)).not.toMatch(/щитовидка|голова|tongueColor|A2|вечером/)
    expect((await call('GET', `/journal?person=${person.id}`, undefined, 'assistant')).statusCode).toBe(403)
    expect((await call('GET', '/journal', undefined, 'technician')).statusCode).toBe(403)
  })

  test('tells of one of the staff alone when asked, and of users’ own sign-ins only when asked for that user', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } }), token)
    const [person] = await find(email)
    await call('POST', `/people/${person?.id}/notes`, { text: 'Своя', aboutHealth: false }, 'assistant')
    expect(deedsOf(await read(`?person=${person?.id}`))).toEqual(['added', 'signed_in'])
    const newcomer = freshEmail(timur)
    await server.signInAsAdministrator(newcomer, 'technician')
    const all = await read('')
    const ofNewcomer = all.acts.filter(({ member }) => member === newcomer).map(({ deed }) => deed)
    expect(ofNewcomer).toEqual(expect.arrayContaining(['second_factor_added', 'technician_appointed']))
    expect(all.acts.filter(({ person: whom }) => whom?.id === person?.id)).toHaveLength(1)
    const own = await read(`?by=${ownerId}`)
    expect(new Set(own.acts.map(({ by }) => by?.role))).toEqual(new Set(['owner', null]))
    expect(JSON.stringify(own)).not.toContain(userId)
  })

  test('goes on from the last row, and leaves none out, also of one instant', async () => {
    const actor = randomUUID()
    await sql`
      insert into audit_events (at, action, actor, actor_role, source)
      select now(), 'registry_compared', ${actor}::uuid, 'admin', 'desk' from generate_series(1, 120)`.execute(
      server.db,
    )
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Journal = await read(`?by=${actor}${after && `&after=${encodeURIComponent(after)}`}`)
      seen.push(...page.acts.map(({ id }) => id))
      after = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
    expect(seen).toEqual(seen.toSorted().reverse())
    expect((await call('GET', '/journal?after=nowhere')).statusCode).toBe(400)
  })

  test('goes on telling what was done to somebody who is deleted, and names them no more', async () => {
    const person = await givenPerson()
    await call('GET', `/people/${person.id}/answers`)
    await call('POST', `/people/${person.id}/erase`)
    const journal = await read(`?person=${person.id}`)
    expect(deedsOf(journal)).toEqual(['person_erased', 'answers_read'])
    expect([journal.person, ...journal.acts.map((act) => act.person)]).toEqual([null, null, null])
  })
})

describe('a conversation', () => {
  const talks = async (show: 'waiting' | 'all') =>
    (await call('GET', `/messages?show=${show}`)).json<ListTalksResponse>().talks
  const answer = (body: object, role: Role = 'assistant') => call('POST', '/messages/answers', body, role)

  test('waits until it is answered, once however often the answer is sent', async () => {
    const person = await givenPerson()
    const contactId = await write(person, 'Когда придёт второй день?', 2)
    const [talk] = (await talks('waiting')).filter(({ personId }) => personId === person.id)
    expect(talk).toMatchObject({ contactId, question: 'Когда придёт второй день?', last: { wrote: 'they' } })
    expect(Date.parse(talk?.windowUntil ?? '')).toBeGreaterThan(Date.now() + 21 * 3_600_000)
    const body = { messageId: randomUUID(), contactId, text: 'Завтра утром' }
    const sent = await Promise.all([answer(body), answer(body), answer(body)])
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    const taken = await server.db
      .selectFrom('audit_events')
      .select('action')
      .where(sql<string>`details ->> 'message'`, '=', body.messageId)
      .execute()
    expect(taken).toEqual([{ action: 'message_sent_by_hand' }])
    expect((await answer({ ...body, text: 'Другое' })).json().code).toBe('message_conflict')
    const messages = await server.db
      .selectFrom('messages')
      .select(['kind', 'text'])
      .where('contact_id', '=', contactId)
      .execute()
    expect(messages).toEqual([{ kind: 'answer', text: 'Завтра утром' }])
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toEqual([])
    expect((await talks('all')).find(({ personId }) => personId === person.id)).toMatchObject({
      last: { wrote: 'we', text: 'Завтра утром' },
    })
    expect((await find(person.email))[0]).toMatchObject({ status: 'talking' })
  })

  test('is not answered from here a day later, and is when it is said to be', async () => {
    const person = await givenPerson()
    const contactId = await write(person, 'Вопрос', 25)
    const late = await answer({ messageId: randomUUID(), contactId, text: 'Ответ' })
    expect(late.json().code).toBe('window_closed')
    expect((await talks('waiting')).find(({ personId }) => personId === person.id)).toMatchObject({
      windowUntil: null,
    })
    const mark = (marks: object) => call('POST', `/people/${person.id}/marks`, marks)
    const { answeredAt } = (await mark({ answered: true })).json()
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toEqual([])
    await mark({ answeredAt })
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toHaveLength(1)
  })

  test('what did not arrive is told with its reason', async () => {
    const person = await givenPerson()
    await write(person, 'А чек-лист?', 1)
    await call('POST', `/people/${person.id}/checklist`)
    const theirs = sql`contact_id in (select id from message_contacts where phone = ${person.phone.slice(1)})`
    const sent = async () =>
      (await sql`select from messages where ${theirs} and send_state = 'done'`.execute(server.db)).rows.length
    await expect.poll(sent).toBe(1)
    await sql`update messages set status = 'failed', failure = 'recipient', failed_at = now() where ${theirs}`.execute(
      server.db,
    )
    expect((await talks('all')).find(({ personId }) => personId === person.id)?.last).toMatchObject({
      ...{ wrote: 'we', status: 'failed' },
    })
    const { messages } = (await call('GET', '/messages/undelivered')).json()
    expect(messages[0]).toMatchObject({ personId: person.id, failure: 'recipient', kind: 'checklist' })
  })
})

describe('money', () => {
  beforeEach(async () => {
    await sql`update orders set test = true`.execute(server.db)
  })
  const today = () => new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10)
  const money = async (by: string) =>
    (await call('GET', `/money?from=${today()}&until=${today()}&by=${by}`)).json<Money>()

  async function givenOrders() {
    const person = await givenPerson()
    const program = await buy(person, 'subscription')
    const consultation = await buy(person, 'consultation')
    await sql`update orders set test = false where id in (${program.orderId}, ${consultation.orderId})`.execute(
      server.db,
    )
    await open(person.id)
    return { person, program, consultation }
  }

  test('is counted by its day and by its product, with what was given back', async () => {
    const { person, program } = await givenOrders()
    await call('POST', `/people/${person.id}/orders/${program.orderId}/refund`)
    expect((await money('day')).groups).toMatchObject([
      { key: today(), paid: 2, paidTiyn: 5_500_000, refunded: 1 },
    ])
    expect((await money('product')).groups).toEqual([
      { key: 'consultation', paid: 1, paidTiyn: 5_000_000, refunded: 0, refundedTiyn: 0, dueTiyn: 0 },
      { key: 'subscription', paid: 1, paidTiyn: 500_000, refunded: 1, refundedTiyn: 500_000, dueTiyn: 0 },
    ])
    expect((await money('source')).total).toMatchObject({ paid: 2, refundedTiyn: 500_000 })
    const refunded = await call('GET', `/money/orders?from=${today()}&until=${today()}&state=refunded`)
    expect(refunded.json().orders.map(({ orderId }: { orderId: string }) => orderId)).toContain(
      program.orderId,
    )
    expect((await call('GET', '/money?from=2020-01-01&until=2026-01-01')).statusCode).toBe(400)
    expect(
      (await call('GET', `/money?from=${today()}&until=${today()}`, undefined, 'technician')).statusCode,
    ).toBe(403)
  })

  test('is compared with the provider’s registry, be it in the letters of Windows', async () => {
    const { program, consultation } = await givenOrders()
    const head = Buffer.from([0xcd, 0xee, 0xec, 0xe5, 0xf0, 0x20, 0xf1, 0xf7, 0xe5, 0xf2, 0xe0]) // Номер счета
    const rest = Buffer.from([0xd1, 0xf3, 0xec, 0xec, 0xe0]) // Сумма
    const file = Buffer.concat([
      ...[
        head,
        Buffer.from(';'),
        rest,
        Buffer.from(`\r\n${program.invId};5 000,00\r\n${consultation.invId};4 000,00\r\n`),
      ],
    ])
    const compared = await call('POST', '/money/registry', { file: file.toString('base64') })
    expect(compared.json<RegistryResponse>()).toMatchObject({
      outcome: 'compared',
      agreed: 1,
      differences: [
        {
          kind: 'amount',
          invId: consultation.invId,
          thereTiyn: 400_000,
          hereTiyn: 5_000_000,
          name: 'Айгерим',
        },
      ],
    })
    const misdated = await call('POST', '/money/registry', {
      file: Buffer.from(`InvId;Сумма;Дата\n${program.invId};5000,00;11.22.2026`).toString('base64'),
    })
    expect(misdated.json<RegistryResponse>()).toMatchObject({
      ...{ outcome: 'compared', agreed: 1, from: null },
      differences: [{ kind: 'no_such_day', invId: program.invId, name: 'Айгерим' }],
    })
    const nothing = await call('POST', '/money/registry', {
      file: Buffer.from('PK\u0003\u0004').toString('base64'),
    })
    expect(nothing.json()).toEqual({ outcome: 'unreadable', lacks: ['number', 'amount'] })
  })

  test('that was paid for a consultation waits for a time, which can be given, held and taken back', async () => {
    const { person, consultation } = await givenOrders()
    const steer = async (deed: object) => {
      const answer = await call('POST', `/consultations/${consultation.orderId}`, deed)
      const { consultations } = answer.json<DeskConsultations>()
      return consultations?.find(({ orderId }) => orderId === consultation.orderId) ?? answer.json()
    }
    const arranged = async () => (await find(person.email)).map(({ toArrange }) => toArrange)
    expect(await arranged()).toEqual([true])
    const startsAt = new Date(Date.now() - 60_000).toISOString()
    expect(await steer({ deed: 'arrange', startsAt })).toMatchObject({ state: 'arranged', startsAt })
    expect(await arranged()).toEqual([false])
    expect(await steer({ deed: 'hold' })).toMatchObject({ state: 'held' })
    expect(await steer({ deed: 'release' })).toMatchObject({ code: 'invalid_input' })
    expect(await steer({ deed: 'unhold' })).toMatchObject({ state: 'arranged' })
    expect(await steer({ deed: 'release' })).toMatchObject({ state: 'to_arrange', startsAt: null })
    expect(await arranged()).toEqual([true])
  })
})

describe('a file of a view', () => {
  const exported = (body: object, role: Role = 'owner') => call('POST', '/exports', body, role)

  test('has exactly its rows, opens in Excel and holds no formula', async () => {
    const email = freshEmail(aigerim)
    const name = '=HYPERLINK("http://x"); «Аня»'
    await server.saveLead(buildAttempt({ contact: { name, email, phone: freshPhone() } }))
    const look = { search: email }
    const csv = (await exported({ view: 'people', format: 'csv', look })).body
    expect(csv.startsWith('\ufeffИмя;Почта;Телефон;')).toBe(true)
    const [, line, ...rest] = csv.split('\r\n')
    expect(line).toMatch(/^"'=HYPERLINK\(""http/)
    expect(rest).toEqual([''])

    const sheet = sheetOf((await exported({ view: 'people', format: 'xlsx', look })).rawPayload)
    expect(sheet.match(/<row>/g)).toHaveLength(2)
    expect(sheet).toContain('=HYPERLINK(&quot;http://x&quot;)')
    expect(sheet).not.toContain('<f>')
  })

  test('is the owner’s to take, and taken down without what was searched for', async () => {
    const body = {
      view: 'people',
      format: 'csv',
      look: { search: 'Айгерим', bought: 'nothing', tag: 'диабет' },
    }
    expect((await exported(body, 'assistant')).statusCode).toBe(403)
    await exported(body)
    const row = await server.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'rows_exported')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const filter = { bought: 'nothing', searched: true, tagged: true }
    expect(row?.details).toEqual({ view: 'people', format: 'csv', ...filter })
  })

  test('is not taken down when it cannot be made', async () => {
    const taken = () =>
      server.db
        .selectFrom('audit_events')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('action', '=', 'rows_exported')
        .executeTakeFirst()
    const before = await taken()
    const look = { from: '2026-02-01', until: '2026-01-05' }
    expect((await exported({ view: 'orders', format: 'csv', look })).statusCode).toBe(400)
    await sql`alter table orders rename to orders_away`.execute(server.db)
    onTestFinished(async () => void (await sql`alter table orders_away rename to orders`.execute(server.db)))
    const unread = await exported({ view: 'orders', format: 'csv', look: { ...look, until: '2026-02-02' } })
    expect([unread.statusCode, unread.headers['content-disposition']]).toEqual([500, undefined])
    expect(await taken()).toEqual(before)
  })

  test.each(['orders', 'messages', 'undelivered'])('of %s', async (view) => {
    const looks: Record<string, object> = {
      orders: { from: '2026-01-01', until: '2026-12-31' },
      messages: { show: 'all' },
      undelivered: {},
    }
    const answer = await exported({ view, format: 'csv', look: looks[view] })
    expect(answer.statusCode).toBe(200)
    expect(answer.body.split('\r\n').length).toBeGreaterThan(2)
  })
})

/** The last file of an archive whose files are deflated one after another. */
function sheetOf(archive: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml'
  const at = archive.indexOf(name) + name.length
  return inflateRawSync(archive.subarray(at)).toString()
}

describe('whatever is asked of the desk', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const place = (value: unknown) => Buffer.from(JSON.stringify([value, id])).toString('base64url')
  const places = [
    ...['123', '1e999', '1.1.1', '2026-01-01', '2026-99-99', '2026-02-30 00:00:00+00'],
    ...['0000-01-01 00:00:00+00', '2026-01-01 25:00:00+00', '2026-01-01 00:00:00+99', 5],
  ].map(place)
  const days = [
    ...['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', 'infinity'],
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+05:00', '9999-12-31T23:59:00-05:00'],
  ]
  const texts = ['\u0000', '\ud800', "'\\", '\u202e'.repeat(300)]
  const url = (path: string, query: object) => `${path}?${new URLSearchParams({ ...query })}`
  const period = { from: '2026-01-01', until: '2026-01-31' }
  type Asking = (value: string) => Parameters<typeof call>

  const continued: Asking[] = [
    ...['active', 'finished', 'contact'].map(
      (sort): Asking =>
        (after) => ['POST', '/people', { sort, after }],
    ),
    (after) => ['POST', '/people', { view: 'waiting', after }],
    (after) => ['GET', url('/messages', { show: 'all', after })],
    (after) => ['GET', url('/messages', { show: 'waiting', after })],
    (after) => ['GET', url('/messages/undelivered', { after })],
    (after) => ['GET', url('/money/orders', { ...period, after })],
    (after) => ['GET', url('/journal', { after })],
  ]
  const dated = (personId: string, orderId: string): Asking[] => [
    ...['day', 'week', 'product', 'source'].map(
      (by): Asking =>
        (day) => ['GET', url('/money', { from: day, until: day, by })],
    ),
    (from) => ['GET', url('/money', { ...period, from })],
    (until) => ['GET', url('/money/orders', { ...period, until })],
    (from) => ['POST', '/exports', { view: 'orders', format: 'csv', look: { ...period, from } }],
    (day) => ['POST', '/exports', { view: 'orders', format: 'xlsx', look: { from: day, until: day } }],
    (nextContactOn) => ['POST', `/people/${personId}/marks`, { nextContactOn }],
    (startsAt) => ['POST', `/consultations/${orderId}`, { deed: 'arrange', startsAt }],
    (day) => [
      ...(['POST', '/money/registry'] as const),
      { file: Buffer.from(`InvId;OutSum;Дата\n1;5000;${day}\n`).toString('base64') },
    ],
  ]
  const worded = (personId: string): Asking[] => [
    ...['search', 'source', 'tag'].map(
      (field): Asking =>
        (text) => ['POST', '/people', { [field]: text }],
    ),
    (source) => ['GET', url('/funnel', { source })],
    (language) => ['GET', url('/funnel', { language })],
    (search) => ['POST', '/exports', { view: 'people', format: 'csv', look: { search } }],
    (name) => ['POST', '/people/views', { name, filter: {} }],
    (addTag) => ['POST', `/people/${personId}/marks`, { addTag }],
    (text) => ['POST', `/people/${personId}/notes`, { text, aboutHealth: false }],
    (email) => ['POST', '/staff', { email, role: 'assistant' }],
    (text) => ['POST', '/messages/answers', { messageId: id, contactId: id, text }],
    (personId) => ['GET', `/people/${encodeURIComponent(personId.toWellFormed())}`],
  ]

  test('is answered or refused, and never an error of its own', async () => {
    const person = await givenPerson()
    const { orderId } = await buy(person, 'consultation')
    const asked = [
      ...continued.map((asking) => [asking, places] as const),
      ...dated(person.id, orderId).map((asking) => [asking, days] as const),
      ...worded(person.id).map((asking) => [asking, texts] as const),
    ]
    const errors: unknown[] = []
    for (const [asking, values] of asked) {
      for (const value of values) {
        const answer = await call(...asking(value))
        if (answer.statusCode >= 500) errors.push(asking(value))
      }
    }
    expect(errors).toEqual([])
  })

  test('goes on from whatever the database writes of a column', async () => {
    await server.db.transaction().execute(async (trx) => {
      await sql`set local time zone 'Asia/Kolkata'`.execute(trx)
      const { rows } = await sql<Record<PlaceType, string>>`
        select now()::text as timestamptz, current_date::text as date,
          (extract(epoch from now()) - 1e10)::float8::text as "double precision"`.execute(trx)
      for (const type of ['timestamptz', 'date', 'double precision'] as const) {
        const written = rows[0]?.[type] ?? ''
        expect(readPlace(place(written), type)).toEqual([written, id])
      }
    })
  })
})
