import { randomUUID } from 'node:crypto'
import type { Journal, JournalStaff } from '@app/contracts/desk/journal'
import type { ListConversationsResponse } from '@app/contracts/desk/messages'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../test/given-desk.ts'
import { type CursorType, decodeCursor } from './cursor.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write } = desk

describe('the journal', () => {
  const read = async (query: string, role: Role = 'owner') => {
    const answer = await call('GET', `/journal${query}`, undefined, role)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Journal>()
  }
  const actionsOf = ({ acts }: Journal) => acts.map(({ action }) => action)

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
    await call('POST', `/consultations/${order.orderId}`, { action: 'arrange', startsAt }, 'assistant')
    await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'Да' }, 'assistant')
    await call('POST', `/people/${person.id}/orders/${order.orderId}/refund`)
    await call('POST', `/people/${person.id}/export`)

    const journal = await read(`?person=${person.id}`)
    expect(actionsOf(journal)).toEqual([
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
      { fact: 'status', before: 'client', after: 'talking' },
      { fact: 'tags', before: 0, after: 1 },
    ])
    expect(JSON.stringify(journal)).not.toMatch(/щитовидка|голова|tongueColor|A2|вечером/)
    expect((await call('GET', `/journal?person=${person.id}`, undefined, 'assistant')).statusCode).toBe(403)
    expect((await call('GET', '/journal', undefined, 'technician')).statusCode).toBe(403)
  })

  test('tells of one of the staff alone when asked, and of users’ own sign-ins only when asked for that user', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await desk.server.signIn(email)
    await desk.server.saveLead(
      buildAttempt({ contact: { name: 'Айгерим', email, phone: freshPhone() } }),
      token,
    )
    const [person] = await find(email)
    await call('POST', `/people/${person?.id}/notes`, { text: 'Своя', aboutHealth: false }, 'assistant')
    expect(actionsOf(await read(`?person=${person?.id}`))).toEqual(['added', 'signed_in'])
    const newcomer = freshEmail(timur)
    await desk.server.signInAsStaff(newcomer, 'technician')
    const all = await read('')
    const ofNewcomer = all.acts.filter(({ member }) => member === newcomer).map(({ action }) => action)
    expect(ofNewcomer).toEqual(expect.arrayContaining(['second_factor_added', 'technician_appointed']))
    const [added, appointed] = ['second_factor_added', 'technician_appointed'].map((action) =>
      all.acts.find((act) => act.action === action && act.member === newcomer),
    )
    expect(added).toMatchObject({ by: { email: newcomer, role: 'technician' }, program: null })
    expect(appointed).toMatchObject({ by: null, program: 'server' })
    expect(all.acts.filter(({ person: whom }) => whom?.id === person?.id)).toHaveLength(1)
    const own = await read(`?by=${desk.ownerId}`)
    expect(new Set(own.acts.map(({ by }) => by?.role))).toEqual(new Set(['owner']))
    expect(JSON.stringify(own)).not.toContain(userId)
  })

  test('tells of keys that one of the staff added and took away, and not what they are called', async () => {
    const email = freshEmail(timur)
    const { userId } = await desk.server.signInAsStaff(email, 'assistant')
    await sql`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, friendly_name)
      values (gen_random_uuid(), ${userId}, 'of the journal', 'any', 'Мой телефон')`.execute(desk.server.db)
    await sql`update auth.webauthn_credentials set sign_count = 1 where user_id = ${userId}`.execute(
      desk.server.db,
    )
    await sql`delete from auth.webauthn_credentials where user_id = ${userId}`.execute(desk.server.db)
    const { acts } = await read('')
    const ofKeys = acts.filter(({ action, member }) => action.startsWith('passkey') && member === email)
    expect(ofKeys).toMatchObject([
      { action: 'passkey_removed', by: null },
      { action: 'passkey_added', by: { email, role: 'assistant' } },
    ])
    expect(JSON.stringify(ofKeys)).not.toContain('телефон')
    expect(actionsOf(await read(`?by=${userId}`))).toContain('passkey_added')
  })

  test('calls those who work here what they were called then, also once they are gone', async () => {
    const [email, another] = [freshEmail(timur), freshEmail(aigerim)]
    const { userId, token } = await desk.server.signInAsStaff(email, 'assistant')
    const person = await givenPerson()
    await desk.server.app.inject({
      method: 'POST',
      url: `/api/desk/people/${person.id}/notes`,
      headers: { authorization: `Bearer ${token}` },
      payload: { text: 'Звонила', aboutHealth: false },
    })
    await desk.server.admin.auth.admin.updateUserById(userId, { email: another, email_confirm: true })
    expect((await call('DELETE', `/staff/${userId}`)).statusCode).toBeLessThan(300)
    await desk.server.admin.auth.admin.updateUserById(userId, { email: freshEmail(aigerim) })
    await desk.server.admin.auth.admin.deleteUser(userId)

    const own = await read(`?by=${userId}`)
    expect(own.acts.find(({ action }) => action === 'added')?.by).toEqual({ email, role: 'assistant' })
    expect(own.acts.filter(({ action }) => action === 'email_changed')).toMatchObject([
      { by: { email: another }, changes: [{ fact: 'email', before: email, after: another }] },
    ])
    const { acts } = await read('')
    const ofTheirs = acts.filter(({ member }) => member === email || member === another)
    expect(ofTheirs.map(({ action, member }) => [action, member])).toEqual(
      expect.arrayContaining([
        ['staff_dismissed', another],
        ['email_changed', another],
        ['second_factor_added', email],
        ['assistant_appointed', email],
      ]),
    )
    const { members } = (await call('GET', '/journal/staff')).json<JournalStaff>()
    expect(members.find((member) => member.userId === userId)).toEqual({
      ...{ userId, emails: [email, another], role: null },
    })
    for (const statement of [
      sql`update staff_history set email = 'other@example.kz'`,
      sql`delete from staff_history`,
      sql`truncate staff_history`,
    ]) {
      await expect(statement.execute(desk.server.db)).rejects.toThrow('Who worked here stays as it is')
    }
  })

  test('goes on from the last row, and leaves none out, also of one instant', async () => {
    const actor = randomUUID()
    await sql`
      insert into audit_events (at, action, actor, actor_role, source)
      select now(), 'registry_compared', ${actor}::uuid, 'admin', 'desk' from generate_series(1, 120)`.execute(
      desk.server.db,
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
    const { orderId, invId } = await buy(person, 'consultation')
    await open(person.id)
    await call('GET', `/people/${person.id}/answers`)
    await call('POST', `/people/${person.id}/orders/${orderId}/refund`)
    await call('POST', `/people/${person.id}/erase`)
    const journal = await read(`?person=${person.id}`)
    expect(actionsOf(journal)).toEqual(['person_erased', 'order_refunded', 'answers_read'])
    expect(journal.acts[1]?.details).toEqual({ invId })
    expect([journal.person, ...journal.acts.map((act) => act.person)]).toEqual([null, null, null, null])
  })
})

describe('a conversation', () => {
  const talks = async (show: 'waiting' | 'all') =>
    (await call('GET', `/messages?show=${show}`)).json<ListConversationsResponse>().talks
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
    const taken = await desk.server.db
      .selectFrom('audit_events')
      .select('action')
      .where(sql<string>`details ->> 'message'`, '=', body.messageId)
      .execute()
    expect(taken).toEqual([{ action: 'message_sent_by_hand' }])
    expect((await answer({ ...body, text: 'Другое' })).json().code).toBe('message_conflict')
    const messages = await desk.server.db
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

  test('shows the question and not the reaction or the word to the mailing that came after it', async () => {
    const person = await givenPerson()
    const contactId = await write(person, 'Сколько стоит?', 3)
    const after = { contact_id: contactId, written_at: new Date(Date.now() - 60_000) }
    await desk.server.db
      .insertInto('inbound_messages')
      .values([
        { ...after, provider_message_id: randomUUID(), type: 'reaction', text: '👍' },
        { ...after, provider_message_id: randomUUID(), type: 'text', text: 'СТАРТ', command: 'start' },
      ])
      .execute()
    const [talk] = (await talks('waiting')).filter(({ personId }) => personId === person.id)
    expect(talk).toMatchObject({ question: 'Сколько стоит?', last: { text: 'Сколько стоит?' } })
    expect((await desk.open(person.id)).contacts).toMatchObject([{ question: 'Сколько стоит?' }])
  })

  test('is answered at the number that asked, and at no other of the same person', async () => {
    const email = freshEmail(aigerim)
    const { token } = await desk.server.signIn(email)
    const wrote = async (text: string, hoursAgo: number) => {
      const contact = { name: 'Айгерим', email, phone: freshPhone() }
      await desk.server.saveLead(buildAttempt({ contact }), token)
      return write(contact, text, hoursAgo)
    }
    const [asked, wroteLater] = [await wrote('Можно ли мне орехи?', 3), await wrote('Спасибо, а воду?', 1)]
    const [person = { id: '' }] = await find(email)
    const [talk] = (await talks('waiting')).filter(({ personId }) => personId === person.id)
    expect(talk).toMatchObject({ contactId: asked, question: 'Можно ли мне орехи?' })
    const { contacts } = await desk.open(person.id)
    expect(contacts.map(({ contactId, question }) => ({ contactId, question }))).toEqual([
      { contactId: wroteLater, question: 'Спасибо, а воду?' },
      { contactId: asked, question: 'Можно ли мне орехи?' },
    ])
    const body = { messageId: randomUUID(), text: 'Да', answersTo: talk?.questionId }
    const astray = await answer({ ...body, contactId: wroteLater })
    expect([astray.statusCode, astray.json().code]).toEqual([409, 'question_elsewhere'])
    expect((await answer({ ...body, contactId: asked })).statusCode).toBe(202)

    const [left] = (await talks('waiting')).filter(({ personId }) => personId === person.id)
    expect(left).toMatchObject({ contactId: wroteLater, question: 'Спасибо, а воду?' })
    const again = {
      messageId: randomUUID(),
      text: 'Тоже',
      answersTo: left?.questionId,
      contactId: wroteLater,
    }
    expect((await answer(again)).statusCode).toBe(202)
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toEqual([])
  })

  test('is answered by the first of two who answer at once, and by the second only once they have seen it', async () => {
    const person = await givenPerson()
    const contactId = await write(person, 'Когда придёт второй день?')
    const shown = async () => (await talks('all')).find(({ personId }) => personId === person.id)
    const { questionId: answersTo, lastAnswerId } = (await shown()) ?? {}
    expect(lastAnswerId).toBeNull()
    const send = (text: string, seen: string | null | undefined, role: Role) =>
      answer({ messageId: randomUUID(), contactId, text, answersTo, lastAnswerId: seen }, role)
    const both = await Promise.all([send('Завтра', null, 'owner'), send('Утром', null, 'assistant')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409])
    expect(both.map((each) => each.json().code)).toContain('already_answered')
    const seen = (await shown())?.lastAnswerId
    expect((await open(person.id)).contacts).toMatchObject([{ questionId: answersTo, lastAnswerId: seen }])
    expect((await send('И ещё', seen, 'assistant')).statusCode).toBe(202)
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
    for (const never of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
      '2099-01-01T00:00:00Z',
    ])
      expect((await mark({ answeredAt: never })).statusCode).toBe(400)
    const { before, after } = (await mark({ answered: true })).json()
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toEqual([])
    await mark({ answeredAt: before.answeredAt, expected: { answeredAt: after.answeredAt } })
    expect((await talks('waiting')).filter(({ personId }) => personId === person.id)).toHaveLength(1)
  })

  test('is said to be answered at one number, up to what was shown, wherever the number goes', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await desk.server.signIn(email)
    const wrote = async (text: string, hoursAgo: number) => {
      const contact = { name: 'Айгерим', email, phone: freshPhone() }
      await desk.server.saveLead(buildAttempt({ contact }), token)
      return { contact, id: await write(contact, text, hoursAgo) }
    }
    const [first, second] = [await wrote('Можно ли мне орехи?', 3), await wrote('Спасибо, а воду?', 2)]
    const [person = { id: '' }] = await find(email)
    const waiting = async () => (await talks('waiting')).filter(({ personId }) => personId === person.id)
    const [shown] = await waiting()
    await write(first.contact, 'И семечки?', 1)
    const { contactId, questionId } = shown ?? {}
    const mark = (marks: object) => call('POST', `/people/${person.id}/marks`, { contactId, ...marks })
    expect(contactId).toBe(first.id)
    await mark({ answered: true, questionId })
    expect(await waiting()).toMatchObject([{ contactId: second.id, question: 'Спасибо, а воду?' }])

    const { contacts } = await desk.open(person.id)
    const later = contacts.find((each) => each.contactId === first.id)?.questionId
    const { before, after } = (await mark({ answered: true, questionId: later })).json()
    await mark({ answeredAt: before.answeredAt, expected: { answeredAt: after.answeredAt } })
    await mark({ answered: true, questionId: later })
    await call('POST', `/people/${person.id}/marks`, { answered: true, contactId: second.id })
    expect(await waiting()).toEqual([])
    const stranger = randomUUID()
    expect((await mark({ answered: true, contactId: stranger })).statusCode).toBe(404)
    await sql`select delete_account(${userId}::uuid)`.execute(desk.server.db)
    await desk.find(email)
    const left = (await talks('all')).filter(({ contactId: id }) => [first.id, second.id].includes(id))
    expect(left.map(({ waitsSince }) => waitsSince)).toEqual([null, null])
  })

  test('what did not arrive is told with its reason', async () => {
    const person = await givenPerson()
    await write(person, 'А чек-лист?', 1)
    await call('POST', `/people/${person.id}/checklist`)
    const theirs = sql`contact_id in (select id from message_contacts where phone = ${person.phone.slice(1)})`
    const sent = async () =>
      (await sql`select from messages where ${theirs} and send_state = 'done'`.execute(desk.server.db)).rows
        .length
    await expect.poll(sent).toBe(1)
    await sql`update messages set status = 'failed', failure = 'recipient', failed_at = now() where ${theirs}`.execute(
      desk.server.db,
    )
    expect((await talks('all')).find(({ personId }) => personId === person.id)?.last).toMatchObject({
      ...{ wrote: 'we', status: 'failed' },
    })
    const { messages } = (await call('GET', '/messages/undelivered')).json()
    expect(messages[0]).toMatchObject({ personId: person.id, failure: 'recipient', kind: 'checklist' })
  })
})

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
    (answeredAt) => ['POST', `/people/${personId}/marks`, { answeredAt }],
    (startsAt) => ['POST', `/consultations/${orderId}`, { action: 'arrange', startsAt }],
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
    await desk.server.db.transaction().execute(async (trx) => {
      await sql`set local time zone 'Asia/Kolkata'`.execute(trx)
      const { rows } = await sql<Record<CursorType, string>>`
        select now()::text as timestamptz, current_date::text as date,
          (extract(epoch from now()) - 1e10)::float8::text as "double precision"`.execute(trx)
      for (const type of ['timestamptz', 'date', 'double precision'] as const) {
        const written = rows[0]?.[type] ?? ''
        expect(decodeCursor(place(written), type)).toEqual([written, id])
      }
    })
  })
})
