import { randomUUID } from 'node:crypto'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write, tellVisit, visitsOf, audits } = desk

test('a checklist is sent again, to whom it belongs', async () => {
  const person = await givenPerson()
  const press = () => call('POST', `/people/${person.id}/checklist`)
  for (const { statusCode } of await Promise.all([press(), press(), press()])) expect(statusCode).toBe(200)
  expect(await audits(person.id)).toMatchObject([{ details: { did: 'checklist_sent' } }])
  expect(await checklistsTo(person.phone)).toMatchObject([
    { kind: 'checklist', subcategory: 'A2', asked_as: 'lead' },
  ])
})

test('a checklist that has failed is sent again at once', async () => {
  const person = await givenPerson()
  const press = () => call('POST', `/people/${person.id}/checklist`)
  await press()
  // What is on its way would tell of itself afterwards.
  await expect
    .poll(async () => (await checklistsTo(person.phone)).map(({ send_state }) => send_state))
    .toEqual(['done'])
  await sql`
    update messages set status = 'failed', failure = 'recipient', failed_at = now(), send_state = 'done', next_attempt_at = null
    where contact_id = (select id from message_contacts where phone = ${person.phone.slice(1)})`.execute(
    desk.server.db,
  )
  for (const { statusCode } of [await press(), await press()]) expect(statusCode).toBe(200)
  expect(await checklistsTo(person.phone)).toHaveLength(2)
  expect(await audits(person.id)).toHaveLength(2)
})

test('a checklist that is sent again makes no number somebody’s who only typed it', async () => {
  const contact = { name: 'Айгерим', email: freshEmail(aigerim), phone: freshPhone() }
  const { token } = await desk.server.signIn(contact.email)
  await desk.server.saveLead(buildAttempt({ contact }), token)
  const [person] = await find(contact.email)
  expect((await call('POST', `/people/${person?.id}/checklist`)).statusCode).toBe(200)
  expect(await checklistsTo(contact.phone)).toMatchObject([{ asked_as: 'lead' }])
})

const checklistsTo = (phone: string) =>
  desk.server.db
    .selectFrom('messages')
    .innerJoin('message_contacts', 'message_contacts.id', 'contact_id')
    .select(['kind', 'subcategory', 'asked_as', 'send_state'])
    .where('phone', '=', phone.slice(1))
    .execute()

test('all sessions of a person are the owner’s to end, who are told by mail', async () => {
  const email = freshEmail(aigerim)
  const contact = { name: 'Айгерим', email, phone: freshPhone() }
  const { token, userId } = await desk.server.signIn(email)
  await desk.server.saveLead(buildAttempt({ contact }), token)
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (gen_random_uuid(), ${userId}::uuid, 'recovery_token', ${crypto.randomUUID()}, '')`.execute(
    desk.server.db,
  )
  const [person] = await find(email)
  const standing = async () =>
    (
      await desk.server.app.inject({
        url: '/api/account/sessions',
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode
  const end = (role: Role) => call('POST', `/people/${person?.id}/sessions/end`, undefined, role)
  expect((await end('assistant')).statusCode).toBe(403)
  expect(await standing()).toBe(200)
  const { data } = await desk.server.admin.auth.admin.generateLink({ type: 'magiclink', email })
  const password = 'a-strangers-Way-1n-9172'
  await desk.server.admin.auth.admin.updateUserById(userId, { password })
  expect((await end('owner')).statusCode).toBe(200)
  const byPassword = await desk.server.visitor().auth.signInWithPassword({ email, password })
  expect(byPassword.error?.code).toBe('invalid_credentials')
  const code = data.properties?.email_otp ?? ''
  const shown = await desk.server.visitor().auth.verifyOtp({ email, token: code, type: 'email' })
  expect(shown.error?.code).toBe('otp_expired')
  expect(await standing()).toBe(401)
  const codes = await sql`select from auth.one_time_tokens where user_id = ${userId}::uuid`.execute(
    desk.server.db,
  )
  expect(codes.rows).toHaveLength(0)
  expect(await audits(person?.id ?? '')).toContainEqual(
    expect.objectContaining({ details: expect.objectContaining({ did: 'signed_out' }) }),
  )
  await desk.server.jobs.drainQueue()
  await expect
    .poll(() =>
      desk.server.mailbox
        .list()
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject),
    )
    .toContain('Мы завершили ваши входы — «Ясный день»')

  const typed = await givenPerson()
  expect((await call('POST', `/people/${typed.id}/sessions/end`)).statusCode).toBe(404)
})

describe('whoever is deleted', () => {
  test('without an account is gone with all they left, and another who typed the same number stays', async () => {
    const person = await givenPerson()
    const contact = { name: 'Другая', email: freshEmail(aigerim), phone: person.phone }
    await desk.server.saveLead(buildAttempt({ contact }))
    const { orderId } = await buy(person, 'subscription')
    await call('POST', `/people/${person.id}/notes`, { text: 'Заметка', aboutHealth: true })
    const another = await givenPerson()
    await tellVisit(person.attemptId)
    await tellVisit(another.attemptId)
    await call('POST', `/people/${person.id}/orders/${orderId}/refund`)
    await write(person, 'Верните деньги')
    await open(person.id)
    expect((await call('POST', `/people/${person.id}/erase`, undefined, 'assistant')).statusCode).toBe(403)
    await sql`insert into payment_events (provider, operation, order_id, verdict, authentic, method, body, body_sha256)
      values ('robokassa', 'result', ${orderId}, 'forged', false, 'POST', 'OutSum=forged', ${'0'.repeat(64)})`.execute(
      desk.server.db,
    )
    const data = await call('POST', `/people/${person.id}/export`)
    expect(data.body, 'what strangers send in the provider’s name').not.toContain('forged')
    expect(data.json()).toMatchObject({
      tables: {
        quiz_leads: [{ email: person.email }],
        desk_notes: [{ text: 'Заметка' }],
        orders: [{ id: orderId }],
        visits: [{ attempt_id: person.attemptId, utm_source: 'instagram' }],
        order_acts: [{ order_id: orderId, act: 'refunded' }],
        payment_events: [{ order_id: orderId, body: expect.stringContaining('OutSum') }],
        // They have it in their own WhatsApp, and nobody has proven that it is theirs.
        message_contacts: [],
        inbound_messages: [],
        deposit_uses: [],
      },
    })
    for (const other of [another.attemptId, contact.email, desk.ownerId])
      expect(data.body).not.toContain(other)
    expect((await call('POST', `/people/${person.id}/erase`)).json()).toEqual({ done: true })
    expect(await visitsOf(person.attemptId, another.attemptId)).toEqual([{ attempt_id: another.attemptId }])
    expect(await find(person.email)).toEqual([])
    expect(await find(contact.email)).toHaveLength(1)
    const order = await desk.server.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    expect(order).toMatchObject({ state: 'refunded', email: null, phone: null })
    const leads = await desk.server.db
      .selectFrom('quiz_leads')
      .select('id')
      .where('email', '=', person.email)
      .execute()
    expect(leads).toEqual([])
    const users = await desk.server.db
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', person.email)
      .execute()
    expect(users).toEqual([])
    const notes = await desk.server.db
      .selectFrom('desk_notes')
      .select('id')
      .where('person_id', '=', person.id)
      .execute()
    expect(notes).toEqual([])
    expect((await call('POST', `/people/${person.id}/erase`)).statusCode).toBe(404)
  })

  test('with an account is deleted as they would themselves, and their file has the notes', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await desk.server.signIn(email)
    const attempt = buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } })
    await desk.server.saveLead(attempt, token)
    await tellVisit(attempt.attemptId)
    const [person] = await find(email)
    await call('POST', `/people/${person?.id}/notes`, { text: 'Своя', aboutHealth: false })
    const { data } = await desk.server.admin.rpc('export_account', { account_id: userId })
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
    expect((await desk.server.admin.auth.admin.getUserById(userId)).data.user).toBeNull()
  })

  test('with a file that stays whatever is done is not, and the request ends', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await desk.server.signIn(email)
    await desk.server.saveLead(
      buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } }),
      token,
    )
    const [person] = await find(email)
    const { error } = await desk.server.admin.storage
      .from('public-downloads')
      .upload(`${userId}.txt`, 'остаётся')
    if (error) throw error
    await sql`update storage.objects set owner_id = ${userId} where name = ${`${userId}.txt`}`.execute(
      desk.server.db,
    )
    await sql`create function keep_file() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      desk.server.db,
    )
    await sql`create trigger keep_file before delete on storage.objects for each row execute function keep_file()`.execute(
      desk.server.db,
    )
    onTestFinished(async () => {
      await sql`drop trigger keep_file on storage.objects`.execute(desk.server.db)
      await sql`drop function keep_file`.execute(desk.server.db)
    })

    expect((await call('POST', `/people/${person?.id}/erase`)).statusCode).toBe(500)
    expect((await desk.server.admin.auth.admin.getUserById(userId)).data.user).toMatchObject({ email })
  })
})

describe('a number that somebody else typed', () => {
  const exportOf = async (userId: string) =>
    (await desk.server.admin.rpc('export_account', { account_id: userId })).data as {
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
    const { userId, token } = await desk.server.signIn(email)
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Чужой', email, phone } }), token)
    const [stranger] = await find(email)
    expect((await open(victim?.id ?? '')).notes).toMatchObject([{ text: 'Диабет' }])
    expect((await open(stranger?.id ?? '')).contacts).toEqual([])
    expect(await exportOf(userId)).toMatchObject({ desk_notes: [] })
  })

  test('gives nothing of what was noted and answered before it was proven', async () => {
    const email = freshEmail(timur)
    const phone = freshPhone()
    const { userId, token } = await desk.server.signIn(email)
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Чужой', email, phone } }), token)
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
    const { token } = await desk.server.signIn(email)
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone } }), token)
    const typed = await givenPerson()
    await write({ phone }, 'Здравствуйте')
    await write(typed, 'Здравствуйте')
    for (const id of [(await find(email))[0]?.id, typed.id]) {
      expect((await open(id ?? '')).contacts).toHaveLength(1)
      await call('POST', `/people/${id}/erase`)
    }
    expect([...(await find(phone)), ...(await find(typed.phone))]).toEqual([])
    const left = await desk.server.db
      .selectFrom('message_contacts')
      .select('id')
      .where('phone', 'in', [phone.slice(1), typed.phone.slice(1)])
      .execute()
    expect(left).toEqual([])
  })
})
