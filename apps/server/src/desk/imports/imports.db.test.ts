import type { ContactImport } from '@app/contracts/desk/imports'
import type { DeskPerson } from '@app/contracts/desk/person'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'

const desk = givenDesk()
const { call, find, open, givenPerson, buy, write } = desk

type Known = { row: number; name?: string | null; email?: string | null; phone?: string | null }
const toContact = ({ row, name = null, email = null, phone = null }: Known) => ({ row, name, email, phone })
const digits = () => freshPhone().slice(1)

async function begin(contacts: number, label = 'Instagram', role: Role = 'owner') {
  return (await call('POST', '/imports', { label, contacts }, role)).json<{ importId: string }>().importId
}
const add = (importId: string, contacts: Known[]) =>
  call('POST', `/imports/${importId}/contacts`, { contacts: contacts.map(toContact) })

async function givenImport(contacts: Known[], label?: string) {
  const importId = await begin(contacts.length, label)
  const answer = await add(importId, contacts)
  return { importId, ...answer.json<{ added: number; joined: number }>() }
}
const undo = (importId: string) => call('DELETE', `/imports/${importId}`)

describe('contacts of a file', () => {
  test('are people without consent, of whom nobody is written to', async () => {
    const [email, phone] = [freshEmail(aigerim), digits()]
    const { added, joined } = await givenImport([{ row: 2, name: 'Гүлнар', email, phone }])
    expect([added, joined]).toEqual([1, 0])
    const [person] = await find('гулнар')
    expect(person).toMatchObject({
      ...{ name: 'Гүлнар', email, phone, source: 'Импорт: Instagram', hasAccount: false },
      ...{ consents: [], finishedAt: null, bought: [], status: 'new', lastOutAt: null },
    })
    for (const view of ['agreed', 'yesterday', 'waiting', 'contact']) {
      const { people } = (await call('POST', '/people', { view, search: email })).json()
      expect(people, view).toEqual([])
    }
    const { db } = desk.server
    for (const table of ['messages', 'message_contacts', 'consents'] as const)
      expect(await db.selectFrom(table).select('id').execute(), table).toEqual([])
    expect(await db.selectFrom('quiz_leads').select('id').where('email', '=', email).execute()).toEqual([])
    const csv = await call('POST', '/exports', { view: 'people', format: 'csv', look: { search: email } })
    expect(csv.body).toContain('"Импорт: Instagram";"нет"')
  })

  test('are joined to who is there by number or mail, and told of before', async () => {
    const person = await givenPerson()
    const contacts = [
      { row: 2, name: 'Другая', phone: person.phone.slice(1), email: freshEmail(aigerim) },
      { row: 3, name: 'Ещё', email: person.email },
      { row: 4, name: 'Новая', phone: digits() },
    ]
    const known = await call('POST', '/imports/known', { contacts: contacts.map(toContact) })
    expect(known.json()).toEqual({
      known: [2, 3].map((row) => ({ row, personId: person.id, name: person.name })),
    })
    const { added, joined } = await givenImport(contacts)
    expect([added, joined]).toEqual([3, 2])
    const found = await find(person.phone)
    expect(found).toMatchObject([{ id: person.id, name: person.name, email: person.email }])
    expect(found[0]?.source).toBeNull()
  })

  test('are kept once when a part of them is sent twice', async () => {
    const phone = digits()
    const importId = await begin(1)
    await add(importId, [{ row: 2, phone }])
    expect((await add(importId, [{ row: 2, phone }])).json()).toEqual({ added: 0, joined: 0 })
    expect(await find(phone)).toHaveLength(1)
  })

  test.each<[string, Known[]]>([
    ['neither a number nor a mail', [{ row: 2, name: 'Некто' }]],
    ['a number that is none', [{ row: 2, phone: '8701' }]],
    ['a number that is not in its one spelling', [{ row: 2, phone: '87011234567' }]],
    ['a mail that is none', [{ row: 2, email: 'aigul@' }]],
    ['a name that is not seen', [{ row: 2, name: '\u200b', phone: '77011234567' }]],
    ['too many at once', Array.from({ length: 101 }, (_, row) => ({ row: row + 1, phone: '77011234567' }))],
  ])('are refused with %s', async (_what, contacts) => {
    expect((await add(await begin(1), contacts)).statusCode).toBe(400)
  })

  test('keep what looks like a formula as a text that no spreadsheet runs', async () => {
    const phone = digits()
    await givenImport([{ row: 2, name: "=cmd|' /C calc'!A0", phone }])
    const csv = await call('POST', '/exports', { view: 'people', format: 'csv', look: { search: phone } })
    expect(csv.body.split('\r\n')[1]).toMatch(/^"'=cmd/)
  })

  test('are the owner’s to bring, and it is taken down', async () => {
    const body = { label: 'Телефон', contacts: 3 }
    for (const role of ['assistant', 'technician'] as const)
      expect((await call('POST', '/imports', body, role)).statusCode).toBe(403)
    const importId = await begin(3, 'Телефон')
    await undo(importId)
    const acts = await desk.server.db
      .selectFrom('audit_events')
      .select(['action', 'actor', 'details'])
      .where(sql<string>`details ->> 'import'`, '=', importId)
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'contacts_imported', actor: desk.ownerId, details: { import: importId, contacts: 3 } },
      { action: 'import_undone', actor: desk.ownerId, details: { import: importId } },
    ])
  })
})

describe('somebody who was imported', () => {
  test('is one with who finishes the test under the number or the mail', async () => {
    const [email, phone] = [freshEmail(aigerim), freshPhone()]
    await givenImport([{ row: 2, name: 'По телефону', phone: phone.slice(1) }])
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email, phone } }))
    expect(await find(phone)).toMatchObject([{ name: 'Айгерим', email }])
  })

  test('stays apart from an unproven number while something is noted about them', async () => {
    const [email, phone] = [freshEmail(aigerim), freshPhone()]
    await givenImport([{ row: 2, name: 'Давняя', phone: phone.slice(1) }])
    const [before] = await find(phone)
    await call('POST', `/people/${before?.id}/marks`, { addTag: 'диабет' })
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email, phone } }))
    expect((await find(phone)).map(({ name, tags }) => [name, tags]).sort()).toEqual([
      ['Айгерим', []],
      ['Давняя', ['диабет']],
    ])
  })

  test('is known by the name when they write', async () => {
    const phone = freshPhone()
    await givenImport([{ row: 2, name: 'Ұлжан', phone: phone.slice(1), email: freshEmail(aigerim) }])
    await write({ phone }, 'Здравствуйте')
    const found = await find(phone)
    expect(found).toMatchObject([{ name: 'Ұлжан' }])
    expect(found[0]?.waitsSince).not.toBeNull()
  })

  test('is exported and deleted like anybody', async () => {
    const [email, phone] = [freshEmail(aigerim), digits()]
    await givenImport([{ row: 2, name: 'Сауле', email, phone }])
    const [person] = await find(email)
    const file = await call('POST', `/people/${person?.id}/export`)
    expect(file.body).toContain('imported_contacts')
    expect(file.body).toContain('Сауле')
    expect((await call('POST', `/people/${person?.id}/erase`, {})).statusCode).toBe(200)
    expect(await find(email)).toEqual([])
    const { db } = desk.server
    expect(
      await db.selectFrom('imported_contacts').select('email').where('email', '=', email).execute(),
    ).toEqual([])
  })
})

describe('an import that is undone', () => {
  test('takes all with it but what has become people’s own', async () => {
    const [left, noted, wrote, tested, bought] = Array.from({ length: 5 }, () => ({
      phone: freshPhone(),
      email: freshEmail(aigerim),
    })) as [Given, Given, Given, Given, Given]
    const there = await givenPerson()
    const everybody = [left, noted, wrote, tested, bought, there]
    const { importId } = await givenImport(
      everybody.map(({ phone, email }, index) => ({
        ...{ row: index + 2, name: `Из файла ${index}`, phone: phone.slice(1), email },
      })),
    )
    const [notedPerson] = await find(noted.phone)
    await call('POST', `/people/${notedPerson?.id}/notes`, { text: 'Позвонить', aboutHealth: false })
    await write(wrote, 'Это я')
    await desk.server.saveLead(buildAttempt({ contact: { name: 'Мадина', ...tested } }))
    await buy(bought, 'subscription')
    await find(wrote.phone)

    expect((await undo(importId)).json()).toEqual({ removed: 5, kept: 1 })
    expect(await find(left.phone)).toEqual([])
    expect(await find(noted.phone)).toEqual([])
    expect(await find(wrote.phone)).toMatchObject([{ name: 'Из файла 2' }])
    expect(await find(tested.phone)).toMatchObject([{ name: 'Мадина' }])
    expect(await find(bought.phone)).toMatchObject([{ bought: ['subscription'] }])
    expect(await find(there.phone)).toMatchObject([{ id: there.id, name: there.name }])

    const { imports } = (await call('GET', '/imports')).json<{ imports: ContactImport[] }>()
    expect(imports.find(({ id }) => id === importId)).toMatchObject({ isUndone: true, contacts: 6, kept: 1 })
    expect((await add(importId, [{ row: 9, phone: digits() }])).statusCode).toBe(404)
  })

  test('takes a number alone with it, too', async () => {
    const phone = digits()
    const { importId } = await givenImport([{ row: 2, phone }])
    const [person] = await find(phone)
    expect((await open(person?.id ?? '')).person satisfies DeskPerson['person']).toMatchObject({ phone })
    await undo(importId)
    expect(await find(phone)).toEqual([])
  })
})

type Given = { phone: string; email: string }
