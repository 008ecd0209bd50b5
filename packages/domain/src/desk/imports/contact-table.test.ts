import { describe, expect, test } from 'vitest'
import { csvRows } from '../csv.ts'
import { readContactTable } from './contact-table.ts'
import { type ColumnRole, maxImportedContacts, readContacts } from './imported-contact.ts'
import { vcardRows } from './vcard.ts'

function tableOf(rows: Iterable<readonly string[]>) {
  const reading = readContactTable(rows)
  if (reading.outcome !== 'read') throw new Error(reading.outcome)
  return reading.table
}

/** Proposes a field for each column by its title. */
function rolesOf(rows: Iterable<readonly string[]>): Record<string, ColumnRole> {
  const taken = tableOf(rows).columns.filter(({ role }) => role !== 'none')
  return Object.fromEntries(taken.map(({ title, index, role }) => [title || index, role]))
}

function contactsOf(rows: Iterable<readonly string[]>) {
  const { columns, rows: people } = tableOf(rows)
  return readContacts(people, new Map(columns.map(({ index, role }) => [index, role])))
}

const aigul = { name: 'Айгуль Серикова', phone: '77011234567', email: 'aigul@example.kz' }

describe('the columns that hold people', () => {
  test.each<[string, string, Record<string, ColumnRole>]>([
    [
      'Typeform',
      "#,First name,Last name,Phone number,Email,What is your goal?,Start Date (UTC),Submit Date (UTC),Network ID\nk1,Айгуль,Серикова,'+77011234567,aigul@example.kz,Сон,2026-11-01,2026-11-01,ab12",
      { 'First name': 'name', 'Last name': 'surname', 'Phone number': 'phone', Email: 'email' },
    ],
    [
      'Google Forms in Russian',
      'Отметка времени,Адрес электронной почты,Как вас зовут?,"Номер телефона (WhatsApp)",Имя вашего врача\n01.11.2026 10:00:00,aigul@example.kz,Айгуль Серикова,8 701 123 45 67,Асель',
      {
        'Адрес электронной почты': 'email',
        'Как вас зовут?': 'name',
        'Номер телефона (WhatsApp)': 'phone',
      },
    ],
    [
      'lead forms of Instagram',
      'id\tcreated_time\tad_id\tad_name\tadset_name\tcampaign_name\tform_id\tform_name\tis_organic\tplatform\tfull_name\tphone_number\temail\nl:1\t2026-11-01T10:00:00+05:00\tag:120210000000000\tСон\tЖенщины\tНоябрь\tf:12\tАнкета\tfalse\tig\tАйгуль Серикова\tp:+77011234567\taigul@example.kz',
      { full_name: 'name', phone_number: 'phone', email: 'email' },
    ],
    [
      'Google contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nАйгуль,,Серикова,,Аик,,* Home,aigul@example.kz,Mobile,+7 701 123 4567 ::: +7 727 250 00 00',
      {
        'First Name': 'name',
        'Last Name': 'surname',
        'E-mail 1 - Value': 'email',
        'Phone 1 - Value': 'phone',
      },
    ],
    [
      'a spreadsheet with a title and merged cells above the names',
      'Заявки за ноябрь;;;\n;Контакты;;\n\nФИО;Телефон;Почта;\nАйгуль Серикова;77011234567.0;aigul@example.kz;',
      { ФИО: 'name', Телефон: 'phone', Почта: 'email' },
    ],
    [
      'a file without names of columns',
      ';Айгуль Серикова;+7 (701) 123-45-67;;aigul@example.kz',
      { 1: 'name', 2: 'phone', 4: 'email' },
    ],
    [
      'titles that say nothing',
      'Столбец,Данные,Связь,Ещё\nАйгуль Серикова,x,87011234567,aigul@example.kz',
      { Связь: 'phone', Ещё: 'email' },
    ],
  ])('of %s are found', (_source, text, roles) => {
    expect(rolesOf(csvRows(text))).toEqual(roles)
    const [contact] = contactsOf(csvRows(text)).contacts
    expect(contact).toMatchObject({ phone: aigul.phone, email: aigul.email })
    if (Object.values(roles).includes('name')) expect(contact?.name).toBe(aigul.name)
  })

  test('that are empty are not shown', () => {
    const { columns } = tableOf(csvRows('Имя;;Телефон;Город\nАйгуль;;77011234567;'))
    expect(columns.map(({ title }) => title)).toEqual(['Имя', 'Телефон'])
  })
})

describe('cards of a phone', () => {
  const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
  test.each([
    [
      'iPhone',
      card(
        'VERSION:3.0',
        'N:Серикова;Айгуль;;;',
        'FN:Айгуль Серикова',
        'item1.TEL;type=CELL;type=pref:+7 701 123-45-67',
        'EMAIL;type=INTERNET:aigul@exa',
        ' mple.kz',
      ),
    ],
    [
      'an old Android',
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=A1=D0=B5=D1=80=D0=B8=D0=BA=D0=BE=D0=B2=D0=B0;=D0=90=D0=B9=',
        '=D0=B3=D1=83=D0=BB=D1=8C;;;',
        'TEL;CELL:87011234567',
        'EMAIL;HOME:aigul@example.kz',
      ),
    ],
    [
      'vCard 4',
      card(
        'VERSION:4.0',
        'FN:Айгуль Серикова',
        'TEL;VALUE=uri:tel:+7-701-123-45-67',
        'EMAIL:aigul@example.kz',
      ),
    ],
  ])('of %s are read', (_phone, text) => {
    expect(contactsOf(vcardRows(text)).contacts).toEqual([{ row: 2, ...aigul }])
  })
})

describe('rows', () => {
  test('that repeat a number or a mail are one person', () => {
    const { contacts, repeated } = contactsOf(
      csvRows(
        'Имя,Телефон,Почта\n,87011234567,\nАйгуль Серикова,+7 701 123 45 67,aigul@example.kz\nА,,AIGUL@example.kz',
      ),
    )
    expect(contacts).toEqual([{ row: 2, ...aigul }])
    expect(repeated).toBe(2)
  })

  test('with mistakes are named by their place in the file', () => {
    const { contacts, faults } = contactsOf(
      csvRows('Имя,Телефон,Почта\nБез всего,,\nА,8701,\nБ,8701,b@example.kz\n\nВ,87011234567,нет'),
    )
    expect(contacts.map(({ row, phone, email }) => [row, phone, email])).toEqual([
      [4, null, 'b@example.kz'],
      [6, '77011234567', null],
    ])
    expect(faults).toEqual([
      { row: 2, fault: 'nothing', value: 'Без всего', isLeftOut: true },
      { row: 3, fault: 'phone', value: '8701', isLeftOut: true },
      { row: 4, fault: 'phone', value: '8701', isLeftOut: false },
      { row: 6, fault: 'email', value: 'нет', isLeftOut: false },
    ])
  })

  test('with a formula for a name keep it as a text', () => {
    const { contacts } = contactsOf(csvRows("Имя,Телефон\n=cmd|' /C calc'!A0,87011234567"))
    expect(contacts[0]?.name).toBe("=cmd|' /C calc'!A0")
  })

  test.each([
    ['7.7011234567E10', '77011234567'],
    ["'77011234567", '77011234567'],
    ['дом.; 8 701 123 45 67', '77011234567'],
    ['7.70E+10', null],
  ])('with the number %s are read', (cell, phone) => {
    expect(
      contactsOf([
        ['Телефон', 'Почта'],
        [cell, 'a@example.kz'],
      ]).contacts[0]?.phone,
    ).toBe(phone)
  })
})

test('a table without people is empty, and one with too many is refused', () => {
  expect(readContactTable(csvRows(''))).toEqual({ outcome: 'empty' })
  expect(readContactTable(csvRows('Имя,Телефон\n'))).toEqual({ outcome: 'empty' })
  const person = (_: unknown, row: number) => [String(row), '87011234567']
  const people = (count: number) => [['Имя', 'Телефон'], ...Array.from({ length: count }, person)]
  expect(readContactTable(people(maxImportedContacts)).outcome).toBe('read')
  expect(readContactTable(people(maxImportedContacts + 1))).toEqual({ outcome: 'too_many' })
})
