import { randomUUID } from 'node:crypto'
import type { ListPeopleResponse, PeopleChoices } from '@app/contracts/desk/people'
import type { StaffMember } from '@app/contracts/desk/staff'
import type { Today } from '@app/contracts/desk/today'
import { almatyDay } from '@app/domain/time/almaty'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'
import { takeAllChanges } from './take-changes.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write, audits } = desk

describe('a person’s page', () => {
  test('tells all that happened, newest first, without answers', async () => {
    const person = await givenPerson()
    const { invId } = await buy(person, 'subscription')
    await write(person, 'А можно вопрос?')
    const page = await open(person.id)
    expect(page.purchases).toMatchObject([{ invId, state: 'paid', program: { state: 'active', day: 0 } }])
    expect(page.contacts).toMatchObject([{ isProven: false, optedOut: false }])
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
    expect(await audits(person.id)).toMatchObject([{ action: 'answers_read', actor: desk.ownerId }])
  })

  test('says who may be the same, and merges nobody', async () => {
    const person = await givenPerson()
    const contact = { name: 'Другая', email: freshEmail(aigerim), phone: person.phone }
    await desk.server.saveLead(buildAttempt({ contact }))
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

  test('a look that is kept five times at once is kept once, as it was said last', async () => {
    const keep = (filter: object, role?: Role) => call('POST', '/people/views', { name: 'Вид', filter }, role)
    const answers = await Promise.all(Array.from({ length: 5 }, () => keep({ bought: 'nothing' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
    await keep({}, 'assistant')
    const { views } = (await keep({ view: 'waiting' })).json<PeopleChoices>()
    expect(views).toMatchObject([{ name: 'Вид', filter: { view: 'waiting' } }])
    await call('DELETE', `/people/views/${views[0]?.id}`)
  })

  test('whoever is to be contacted later is not yet among those whose time it is', async () => {
    const [due, later] = [await givenPerson(), await givenPerson()]
    const today = almatyDay(new Date())
    await call('POST', `/people/${due.id}/marks`, { nextContactOn: today })
    await call('POST', `/people/${later.id}/marks`, { nextContactOn: '2099-01-01' })
    const look = (await call('POST', '/people', { view: 'contact' })).json<ListPeopleResponse>()
    expect(look).toMatchObject({ people: [{ id: due.id }], count: { people: 1 } })
    const { contact } = (await call('GET', '/today')).json<Today>()
    expect(contact).toEqual({
      count: 1,
      isMore: false,
      rows: [{ personId: due.id, name: due.name, on: today }],
    })
  })

  test('where nobody waits nothing was answered', async () => {
    const person = await givenPerson()
    await call('POST', `/people/${person.id}/marks`, { answered: true })
    expect((await find(person.email))[0]).toMatchObject({ status: 'new' })
    expect(await audits(person.id)).toEqual([])
  })

  test('the sources to choose from are those that most came from, whatever is made up beside them', async () => {
    await sql`
      insert into desk_people (contact_key, source)
      select 'made up ' || each, case when each > 120 then 'я' else '0 ' || lpad(each::text, 3, '0') end
      from generate_series(1, 122) as each`.execute(desk.server.db)
    const { sources } = (await call('GET', '/people/choices')).json<PeopleChoices>()
    await sql`delete from desk_people where contact_key like 'made up %'`.execute(desk.server.db)
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
    const change = (await mark({ status: null, nextContactOn: null })).json()
    expect(change).toMatchObject({
      before: { status: 'talking', tags: ['вечер'], nextContactOn: '2026-12-01' },
      after: { status: null, tags: ['вечер'], nextContactOn: null },
    })
    expect((await open(person.id)).person).toMatchObject({
      status: 'new',
      tags: ['вечер'],
      nextContactOn: null,
    })
    const rows = await audits(person.id)
    expect(rows[0]).toMatchObject({
      action: 'person_changed',
      details: { before: { status: 'new', tags: 0 }, after: { status: 'talking', tags: 1 } },
    })
    expect(JSON.stringify(rows)).not.toContain('вечер')
    await mark({ addTag: 'вечер', nextContactOn: null })
    expect(await audits(person.id)).toEqual(rows)
  })

  test('a program that stands is said to, in the list, at its person and in a file', async () => {
    const person = await givenPerson()
    const { orderId } = await buy(person, 'subscription')
    const { db } = desk.server
    await sql`update subscriptions set created_at = now() - interval '3 days' where order_id = ${orderId}`.execute(
      db,
    )
    await sql`update messages set sent_at = now() - interval '3 days'
      where subscription_id in (select id from subscriptions where order_id = ${orderId})`.execute(db)
    expect((await find(person.email))[0]?.program).toMatchObject({ state: 'active', stands: true })
    expect((await open(person.id)).purchases).toMatchObject([{ program: { state: 'active', stands: true } }])
    const look = { search: person.email }
    const file = await call('POST', '/exports', { view: 'people', format: 'csv', look })
    expect(file.body).toContain(';"Стоит";')
  })

  test('a gift is told from one’s own program, and one that waits for another from one that goes', async () => {
    const person = { email: freshEmail(aigerim), phone: freshPhone() }
    const { token } = await desk.server.signIn(person.email)
    const friend = freshPhone()
    const own = await buy(person, 'subscription', token)
    const gift = await buy({ email: person.email, phone: friend }, 'subscription', token)
    const second = await buy(person, 'subscription', token)
    const id = (await find(person.email))[0]?.id ?? ''
    const { purchases, events } = await open(id)
    const happened = events.flatMap((event) =>
      event.what === 'ordered' || event.what === 'paid' ? [[event.what, event.invId, event.isGift]] : [],
    )
    expect(happened).toHaveLength(6)
    for (const what of ['ordered', 'paid']) {
      expect(happened).toContainEqual([what, gift.invId, true])
      expect(happened).toContainEqual([what, own.invId, false])
    }
    const told = purchases.map(({ invId, isGift, program }) => [
      invId,
      isGift,
      program?.phone,
      program?.waits,
    ])
    expect(told).toEqual([
      [second.invId, false, person.phone.slice(1), true],
      [gift.invId, true, friend.slice(1), false],
      [own.invId, false, person.phone.slice(1), false],
    ])
    // Who holds up nobody is halted.
    await desk.server.db
      .updateTable('subscriptions')
      .set({ paused_at: new Date() })
      .where('order_id', '=', own.orderId)
      .execute()
    expect((await open(id)).purchases[0]?.program?.waits).toBe(false)
  })

  test('a program whose number WhatsApp does not reach says so, until it writes to another', async () => {
    const person = { email: freshEmail(aigerim), phone: freshPhone() }
    const { orderId } = await buy(person, 'subscription')
    const { db } = desk.server
    await db
      .insertInto('message_contacts')
      .values({ phone: person.phone.slice(1) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const change = (changes: { unreached_contact_id: string } | { phone: string }) =>
      db.updateTable('subscriptions').set(changes).where('order_id', '=', orderId).execute()
    const contact = db.selectFrom('message_contacts').select('id').where('phone', '=', person.phone.slice(1))
    await change({ unreached_contact_id: (await contact.executeTakeFirstOrThrow()).id })
    const id = (await find(person.email))[0]?.id ?? ''
    expect((await open(id)).purchases[0]?.program).toMatchObject({ unreached: true })
    await change({ phone: freshPhone() })
    expect((await open(id)).purchases[0]?.program).toMatchObject({ unreached: false })
  })

  test('a message of a gift is said to be one', async () => {
    const person = { email: freshEmail(aigerim), phone: freshPhone() }
    const { token } = await desk.server.signIn(person.email)
    await buy(person, 'subscription', token)
    const contactId = await write({ phone: person.phone }, 'Здравствуйте')
    const { orderId } = await buy({ email: person.email, phone: freshPhone() }, 'subscription', token)
    const { id } = await desk.server.db
      .selectFrom('subscriptions')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await desk.server.db
      .insertInto('messages')
      .values({
        kind: 'daily',
        contact_id: contactId,
        subscription_id: id,
        round: 1,
        day: 1,
        category: 'A',
        deadline: new Date(),
        next_attempt_at: new Date(),
      })
      .execute()
    const sent = (await open((await find(person.email))[0]?.id ?? '')).events.filter(
      (event) => event.what === 'sent',
    )
    expect(sent).toMatchObject([{ kind: 'daily', day: 1, isGift: true }])
  })

  test('a mark is taken back while it stands, and not when somebody has changed it since', async () => {
    const person = await givenPerson()
    const mark = (body: object, role: Role = 'owner') =>
      call('POST', `/people/${person.id}/marks`, body, role)
    await mark({ status: 'talking' })
    await mark({ nextContactOn: '2026-12-01' }, 'assistant')
    const undo = { status: null, expected: { status: 'talking' } }
    expect((await mark(undo)).statusCode).toBe(200)
    await mark({ status: 'talking' })
    await mark({ status: 'closed' }, 'assistant')
    const refused = await mark(undo)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'mark_conflict'])
    expect((await open(person.id)).person).toMatchObject({ status: 'closed', nextContactOn: '2026-12-01' })
  })

  test('whatever the staff writes of somebody has open pages ask anew, and what changes nothing has not', async () => {
    const person = await givenPerson()
    const { orderId } = await buy(person, 'consultation')
    await open(person.id)
    const pulse = async () => (await call('GET', '/pulse')).json().mark
    const isTold = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
      const before = await pulse()
      expect((await call(method, path, body)).statusCode).toBe(200)
      return (await pulse()) !== before
    }
    const path = `/people/${person.id}`
    expect(await isTold('POST', `${path}/marks`, { status: 'talking' })).toBe(true)
    expect(await isTold('POST', `${path}/marks`, { status: 'talking' })).toBe(false)
    expect(await isTold('POST', `${path}/marks`, { addTag: 'вечер' })).toBe(true)
    expect(await isTold('POST', `${path}/marks`, { nextContactOn: '2026-12-01' })).toBe(true)
    expect(await isTold('POST', `${path}/notes`, { text: 'Звонить', aboutHealth: false })).toBe(true)
    const [note] = (await open(person.id)).notes
    expect(await isTold('DELETE', `${path}/notes/${note?.id}`)).toBe(true)
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    expect(await isTold('POST', `/consultations/${orderId}`, { action: 'arrange', startsAt })).toBe(true)
    await write(person, 'Вопрос')
    await open(person.id)
    expect(await isTold('POST', `${path}/marks`, { answered: true })).toBe(true)
  })

  test('what a look had no time to read has open pages ask anew once it is read', async () => {
    const pulse = async () => (await call('GET', '/pulse')).json().mark
    await desk.server.saveLead(buildAttempt())
    const before = await pulse()
    await takeAllChanges(desk.server.db, Number.POSITIVE_INFINITY)
    expect(await pulse()).not.toBe(before)
  })

  test('tags that are put at once all stay, and one is taken away by itself', async () => {
    const person = await givenPerson()
    const mark = (body: object) => call('POST', `/people/${person.id}/marks`, body)
    await Promise.all(['утро', 'день', 'вечер'].map((addTag) => mark({ addTag })))
    await mark({ removeTag: 'день' })
    expect((await open(person.id)).person.tags).toEqual(['вечер', 'утро'])
    const tags = Array.from({ length: 20 }, (_, index) => `метка ${index}`)
    await desk.server.db.updateTable('desk_people').set({ tags }).where('id', '=', person.id).execute()
    expect((await mark({ addTag: ' \u200b\u202e' })).statusCode).toBe(400)
    expect((await mark({ addTag: 'лишняя' })).json()).toMatchObject({ fields: { addTag: 'too_many' } })
  })
})

describe('whoever works here', () => {
  const erase = (personId: string | undefined) => call('POST', `/people/${personId}/erase`)
  const giveRole = (userId: string, role: string | null) =>
    desk.server.admin.auth.admin.updateUserById(userId, { app_metadata: { role } })
  const finishQuiz = (email: string, token: string) =>
    desk.server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone: freshPhone() } }), token)

  test.each(['owner', 'assistant'] as const)('as %s is marked, and is not deleted', async (role) => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signInAsStaff(email, role)
    await finishQuiz(email, token)
    const [person] = await find(email)
    expect(person).toMatchObject({ isStaff: true })
    const refused = await erase(person?.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'person_is_staff'])
    const { data } = await desk.server.admin.auth.admin.getUserById(userId)
    expect(data.user?.app_metadata.role).toBe(role === 'owner' ? 'admin' : 'assistant')
    expect(await audits(person?.id ?? '')).toEqual([])
  })

  test('is a person like any other before and after', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signIn(email)
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

  test('from a moment while they are being deleted on is not deleted', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await desk.server.signIn(email)
    await finishQuiz(email, token)
    const [person] = await find(email)
    const { error } = await desk.server.admin.storage.from('public-downloads').upload(`${userId}.txt`, 'файл')
    if (error) throw error
    const run = (statement: string) => sql.raw(statement).execute(desk.server.db)
    await run(`update storage.objects set owner_id = '${userId}' where name = '${userId}.txt'`)
    await run(`create function public.appoint() returns trigger language plpgsql security definer as $$ begin
      update auth.users set raw_app_meta_data = '{"role": "assistant"}' where id = '${userId}'; return null; end $$`)
    await run(
      'create trigger appoint after delete on storage.objects for each row execute function public.appoint()',
    )
    onTestFinished(async () => {
      await run('drop trigger appoint on storage.objects')
      await run('drop function public.appoint()')
    })
    expect((await erase(person?.id)).json().code).toBe('person_is_staff')
    expect((await desk.server.admin.auth.admin.getUserById(userId)).data.user).not.toBeNull()
  })

  test('is listed with the owners first, and with a second factor once it is confirmed', async () => {
    const email = `zz-${freshEmail(timur)}`
    const { userId } = await desk.server.signInAsStaff(email, 'owner')
    const { userId: helperId } = await desk.server.signInAsStaff(freshEmail(timur), 'assistant')
    await sql`delete from auth.mfa_factors where user_id = ${helperId}`.execute(desk.server.db)
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${helperId}, 'totp', 'unverified', now(), now())`.execute(desk.server.db)
    const { members } = (await call('GET', '/staff')).json<{ members: StaffMember[] }>()
    const owners = members.filter(({ role }) => role === 'owner')
    expect(members.slice(0, owners.length)).toEqual(owners)
    expect(owners.at(-1)).toMatchObject({ userId, email })
    expect(members.find((member) => member.userId === helperId)).toMatchObject({ hasFactor: false })
  })

  test('and left nothing is not listed, nor when they work here no more, until they leave something', async () => {
    const email = freshEmail(timur)
    const { userId } = await desk.server.signIn(email)
    expect(await find(email)).toMatchObject([{ isStaff: false }])
    await giveRole(userId, 'assistant')
    expect(await find(email)).toEqual([])
    expect((await call('DELETE', `/staff/${userId}`)).statusCode).toBe(200)
    expect(await find(email)).toEqual([])
    const password = 'Narrow-steppe-2026'
    await desk.server.admin.auth.admin.updateUserById(userId, { password })
    const { data } = await desk.server.visitor().auth.signInWithPassword({ email, password })
    await finishQuiz(email, data.session?.access_token ?? '')
    expect(await find(email)).toMatchObject([{ isStaff: false }])
  })
})

describe('a program', () => {
  const messagesOf = (programId: string) =>
    desk.server.db
      .selectFrom('messages')
      .select(['kind', 'day', 'failure'])
      .where('subscription_id', '=', programId)
      .orderBy('created_at')
      .execute()

  test('is halted, goes on, begins from a day and repeats one; each is taken down with before and after', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const steer = (action: object, role: Role = 'owner') =>
      call('POST', `/people/${person.id}/programs/${programId}`, action, role)
    expect((await steer({ action: 'pause' })).json()).toMatchObject({
      person: { program: { state: 'paused', stands: false } },
      purchases: [{ program: { paused: true } }],
    })
    expect((await steer({ action: 'resume' })).json()).toMatchObject({
      person: { program: { state: 'active' } },
    })
    expect((await steer({ action: 'begin', day: 3 })).json()).toMatchObject({
      // Nothing was sent, wherever it stands now.
      purchases: [{ refundDueTiyn: 500_000, program: { day: 2, sent: [] } }],
    })
    expect((await steer({ action: 'repeat', day: 2 })).statusCode).toBe(200)
    expect(await messagesOf(programId)).toMatchObject([{ kind: 'manual', day: 2, failure: null }])
    expect((await steer({ action: 'pause' }, 'technician')).statusCode).toBe(403)
    expect((await steer({ action: 'no such thing' })).statusCode).toBe(400)
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
    const steer = (action: object) => call('POST', `/people/${person.id}/programs/${programId}`, action)
    for (const action of [{ action: 'begin', day: 3 }, { action: 'repeat', day: 2 }, { action: 'pause' }]) {
      const answers = await Promise.all([steer(action), steer(action), steer(action)])
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
    const answer = await call('POST', `/people/${person.id}/programs/${programId}`, { action: 'pause' })
    expect(answer.statusCode).toBe(404)
  })

  test('and a checklist are refused for a number that asked for silence', async () => {
    const person = await givenPerson()
    await buy(person, 'subscription')
    const programId = (await open(person.id)).purchases[0]?.program?.id ?? ''
    const contactId = await write(person, 'СТОП')
    await desk.server.db
      .updateTable('message_contacts')
      .set({ opted_out_at: new Date() })
      .where('id', '=', contactId)
      .execute()
    const answers = [
      await call('POST', `/people/${person.id}/programs/${programId}`, { action: 'repeat', day: 1 }),
      await call('POST', `/people/${person.id}/checklist`),
      await call('POST', '/messages/answers', { messageId: randomUUID(), contactId, text: 'Вернитесь' }),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual(['opted_out', 'opted_out', 'opted_out'])
  })
})
