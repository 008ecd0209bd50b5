import { inflateRawSync } from 'node:zlib'
import { exportTexts } from '@app/content/ru/ui/desk/exports'
import { recordWords } from '@app/content/ru/ui/record-words'
import type { ExportRequest } from '@app/contracts/desk/exports'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail } from '@app/testing/people'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freshPhone, givenDesk, type Role } from '../../../test/given-desk.ts'
import { createExportTable } from './export-tables.ts'
import type { Cell } from './table.ts'

const desk = givenDesk()
const { call } = desk

const exported = (body: object, role: Role = 'owner') => call('POST', '/exports', body, role)

describe('a file of a view', () => {
  test('has exactly its rows, opens in Excel and holds no formula', async () => {
    const email = freshEmail(aigerim)
    const name = '=HYPERLINK("http://x"); «Аня»'
    await desk.server.saveLead(buildAttempt({ contact: { name, email, phone: freshPhone() } }))
    const look = { search: email }
    const csv = (await exported({ view: 'people', format: 'csv', look })).body
    expect(csv.startsWith('\ufeff"Имя";"Почта";"Телефон";')).toBe(true)
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
    const row = await desk.server.db
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
      desk.server.db
        .selectFrom('audit_events')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('action', '=', 'rows_exported')
        .executeTakeFirst()
    const before = await taken()
    const look = { from: '2026-02-01', until: '2026-01-05' }
    expect((await exported({ view: 'orders', format: 'csv', look })).statusCode).toBe(400)
    await sql`alter table orders rename to orders_away`.execute(desk.server.db)
    onTestFinished(
      async () => void (await sql`alter table orders_away rename to orders`.execute(desk.server.db)),
    )
    const unread = await exported({ view: 'orders', format: 'csv', look: { ...look, until: '2026-02-02' } })
    expect([unread.statusCode, unread.headers['content-disposition']]).toEqual([500, undefined])
    expect(await taken()).toEqual(before)
  })
})

/** More than are read at once. */
const peopleCount = 502
const numbers = Array.from({ length: peopleCount }, (_, index) => index + 1)
const minuteMs = 60_000
const began = Date.parse('2026-03-10T15:00:00Z')
/** Returns when somebody wrote, and ordered: a minute before whoever has the number before. */
const at = (number: number, minutesBefore = 0) => new Date(began - (number + minutesBefore) * minuteMs)
const phone = (number: number) => `7707${String(number).padStart(7, '0')}`

const views = {
  people: { tag: 'выгрузка' },
  orders: { from: '2026-03-10', until: '2026-03-10' },
  messages: { show: 'all' },
  undelivered: {},
} as const
type View = keyof typeof views
const requestOf = (view: View, format: 'csv' | 'xlsx') =>
  ({ view, format, look: views[view] }) as ExportRequest

describe('a file of more rows than are read at once', () => {
  beforeAll(async () => {
    const { db } = desk.server
    const each = sql`generate_series(1, ${peopleCount}::int) as n`
    const before = (minutes: string) =>
      sql`(${at(0)}::timestamptz - (n + ${sql.raw(minutes)}) * interval '1 minute')`
    await sql`
      insert into message_contacts (phone, last_inbound_at)
      select '7707' || lpad(n::text, 7, '0'), ${before('0')} from ${each}`.execute(db)
    await sql`
      insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
      select id, 'wamid.' || phone, 'text', 'Вопрос ' || right(phone, 7)::int, last_inbound_at
      from message_contacts`.execute(db)
    await sql`
      with people as (
        insert into desk_people (contact_key, phone, name, email, active_at, finished_at, status, subcategory, source, consents,
          bought, paid_tiyn, due_tiyn, program_state, program_day, last_in_at, last_out_at, waits_since, talk_order, tags,
          next_contact_on)
        select '|' || phone, phone, 'Имя ' || n, n || '@example.kz', last_inbound_at, ${before('1440')},
          case when n % 2 = 1 then 'talking' else 'new' end, 'A1', case when n % 2 = 1 then 'instagram' end,
          case when n % 3 = 0 then array['marketing'] else '{}' end,
          case when n % 2 = 1 then array['subscription'] else '{}' end, n * 100 + 50, n * 100,
          case when n % 2 = 1 then 'active' end, case when n % 2 = 1 then n % 5 + 1 end,
          last_inbound_at, ${before('120')}, last_inbound_at, extract(epoch from last_inbound_at) - 1e10, '{выгрузка}', '2026-12-01'
        from message_contacts cross join lateral (select right(phone, 7)::int as n) as numbered
        returning id, phone)
      insert into desk_person_contacts (contact_id, person_id, is_proven)
      select message_contacts.id, people.id, false from people join message_contacts using (phone)`.execute(
      db,
    )
    const numbered = sql`(select person_id, contact_id, right(phone, 7)::int as n
      from desk_person_contacts join message_contacts on message_contacts.id = contact_id) as numbered`
    await sql`
      insert into messages (kind, contact_id, category, day, created_at, deadline, status, failure, failed_at, send_state, next_attempt_at)
      select 'manual', contact_id, 'A', n % 5 + 1, ${before('60')}, ${before('0')}, 'failed',
        case when n % 2 = 1 then 'recipient' else 'expired' end, ${before('30')}, 'done', null
      from ${numbered}`.execute(db)
    await sql`
      with placed as (
        insert into orders (product, price_tiyn, deposit_tiyn, charge_tiyn, due_tiyn, state, test, is_gift, name, created_at, paid_at)
        select case when n % 2 = 1 then 'subscription' else 'consultation' end, n * 1100, n * 100, n * 1000, n * 100,
          case when n % 2 = 1 then 'paid' else 'created' end, n % 7 = 0, n % 5 = 0,
          'Покупатель ' || n,
          ${before('0')}, case when n % 2 = 1 then ${before('0')} end from ${each}
        returning id, charge_tiyn / 1000 as n)
      insert into desk_person_orders (order_id, person_id)
      select placed.id, person_id from placed join ${numbered} using (n) where n % 2 = 1`.execute(db)
    await sql`delete from desk_changes`.execute(db)
  })

  const expected: Record<View, () => Record<string, Cell>[]> = {
    people: () =>
      numbers.map((number) => {
        const isOdd = number % 2 === 1
        return {
          ...{ name: `Имя ${number}`, email: `${number}@example.kz`, phone: phone(number), category: 'A1' },
          status: isOdd ? 'Общаемся' : 'Новый',
          source: isOdd ? 'instagram' : null,
          agreed: number % 3 === 0 ? 'да' : 'нет',
          bought: isOdd ? 'Программа' : null,
          ...{ paid: number + 0.5, due: number },
          ...{ program: isOdd ? 'Идёт' : null, programDay: isOdd ? (number % 5) + 1 : null },
          ...{ finished: at(number, 1440), lastIn: at(number), lastOut: at(number, 120), waits: at(number) },
          ...{ tags: 'выгрузка', nextContact: '2026-12-01' },
        }
      }),
    orders: () =>
      numbers.map((number) => {
        const isOdd = number % 2 === 1
        return {
          ...{ at: at(number), charge: number * 10, due: number, test: number % 7 === 0 ? 'да' : 'нет' },
          gift: number % 5 === 0 ? 'да' : 'нет',
          product: isOdd ? 'Программа' : 'Консультация',
          state: recordWords.order[isOdd ? 'paid' : 'created'],
          name: isOdd ? `Имя ${number}` : `Покупатель ${number}`,
          source: isOdd ? 'instagram' : null,
        }
      }),
    // Who waits the longest stands first.
    messages: () =>
      numbers.toReversed().map((number) => ({
        ...{ name: `Имя ${number}`, phone: phone(number), at: at(number), waits: at(number) },
        ...{ from: exportTexts.they, text: `Вопрос ${number}` },
      })),
    undelivered: () =>
      numbers.map((number) => ({
        ...{ name: `Имя ${number}`, phone: phone(number), email: `${number}@example.kz`, at: at(number, 30) },
        ...{ day: (number % 5) + 1, reason: recordWords.failure[number % 2 === 1 ? 'recipient' : 'expired'] },
      })),
  }

  test.each(Object.keys(views) as View[])('says of %s what each cell is to say', async (view) => {
    const csv = await exported(requestOf(view, 'csv'))
    expect(namedCells(view, linesOf(csv.body))).toMatchObject(
      expected[view]().map((row) => mapCells(row, inCsv)),
    )
    const xlsx = await exported(requestOf(view, 'xlsx'))
    expect(namedCells(view, rowsOf(sheetOf(xlsx.rawPayload)))).toMatchObject(
      expected[view]().map((row) => mapCells(row, inXlsx)),
    )
  })

  /** Reads a column of an export while something happens after its first rows. */
  async function readWhile(view: View, column: number, happens: () => Promise<unknown>): Promise<Cell[]> {
    const seeing = { now: new Date(), seesAnswers: true }
    const read: Cell[] = []
    let isFirst = true
    for await (const rows of createExportTable(desk.server.db, requestOf(view, 'csv'), seeing).batches) {
      read.push(...rows.map((cells) => cells[column] ?? null))
      if (isFirst) await happens()
      isFirst = false
    }
    return read
  }

  test('holds an order that is paid meanwhile, and whoever writes meanwhile', async () => {
    const { db } = desk.server
    const { rows } = await sql<{ inv_id: number }>`
      select inv_id from orders where charge_tiyn = ${peopleCount * 1000} and state = 'created'`.execute(db)
    const paid = rows[0]?.inv_id ?? 0
    const orders = await readWhile('orders', 0, () =>
      sql`update orders set state = 'paid', paid_at = now() where inv_id = ${paid}`.execute(db),
    )
    expect(orders).toHaveLength(peopleCount)
    expect(orders.at(-1)).toBe(paid)

    // The last in order waits the shortest.
    const talks = await readWhile('messages', 1, () =>
      sql`update desk_people set talk_order = -1e12 where phone = ${phone(1)}`.execute(db),
    )
    expect(talks).toHaveLength(peopleCount)
    expect(talks.at(-1)).toBe(phone(1))
  })
})

/** A line's cells by the keys of their columns. */
function namedCells(view: View, [head = [], ...lines]: string[][]): Record<string, string>[] {
  const titles: Record<string, string> = exportTexts[view]
  const keys = head.map((title) => Object.keys(titles).find((key) => titles[key] === title) ?? title)
  return lines.map((cells) => Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? ''])))
}

function mapCells(row: Record<string, Cell>, to: (cell: Cell) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, to(cell)]))
}

const inAlmaty = (instant: Date) => instant.getTime() + 5 * 60 * minuteMs

function inCsv(cell: Cell): string {
  if (cell instanceof Date) return new Date(inAlmaty(cell)).toISOString().slice(0, 16).replace('T', ' ')
  // A spreadsheet would show so long a number as 7,7E+10.
  const mark = typeof cell === 'string' && /^\d{11}$/.test(cell) ? "'" : ''
  return mark + String(cell ?? '').replace('.5', ',5')
}

function inXlsx(cell: Cell): string {
  return cell instanceof Date ? String(25_569 + inAlmaty(cell) / (24 * 60 * minuteMs)) : String(cell ?? '')
}

const linesOf = (csv: string) =>
  csv
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')))

/** The cells of a sheet; none of them holds what XML would write otherwise. */
function rowsOf(sheet: string): string[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?:\/>|[^>]*>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  )
}

/** The last file of an archive whose files are deflated one after another. */
function sheetOf(archive: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml'
  const at = archive.indexOf(name) + name.length
  return inflateRawSync(archive.subarray(at)).toString()
}
