import type { ListPeopleResponse, PeopleChoices } from '@app/contracts/desk/people'
import type { Today } from '@app/contracts/desk/today'
import { almatyDay } from '@app/domain/time/almaty'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'
import { applyDeskChanges } from './refresh-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write, audits } = desk

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
    await applyDeskChanges(desk.server.db, Number.POSITIVE_INFINITY)
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
