import { randomUUID } from 'node:crypto'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { Funnel } from '@app/contracts/desk/funnel'
import type { Money } from '@app/contracts/desk/money'
import { databaseOfServer, type ServerDatabase } from '@app/testing/database/database-of-server'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { planWeeklyMailJob } from './plan-weekly-mail.job.ts'
import { planWeeklyMail } from './plan-weekly-mail.ts'
import { sendWeeklyMailJob } from './send-weekly-mail.job.ts'

let now = new Date()
let breaks = 0
let database: ServerDatabase
let server: GivenServer
/** Another process of the same installation, where the mail is switched off. */
let silent: GivenServer
let token: string
const mails: { to: string; subject: string; text: string }[] = []

beforeAll(async () => {
  database = await databaseOfServer()
  const wishes = {
    ...{ database, now: () => now },
    mailer: {
      send: async (mail: { to: string; subject: string; text: string }) => {
        if (breaks-- > 0) throw new Error('the mail server is away')
        mails.push(mail)
      },
    },
  }
  server = await givenServer(wishes)
  silent = await givenServer({ ...wishes, env: { WEEKLY_MAIL_AT: 'off' } })
  token = (await server.signInAsStaff(freshEmail(timur))).token
})
afterAll(async () => {
  for (const each of [silent, server]) await each.close()
  await database.release()
})
beforeEach(async () => {
  breaks = 0
  mails.length = 0
  await sql`truncate weekly_mails, visits, quiz_leads, orders, message_contacts, pgboss.job cascade`.execute(
    server.db,
  )
  await tick('2026-11-16T03:00:00Z')
  expect(mails).toEqual([])
})

/** Runs the hourly job. */
async function tick(at: string, by = server) {
  now = new Date(at)
  await by.db.transaction().execute((trx) => by.jobs.enqueue(trx, planWeeklyMailJob, {}))
  return by.jobs.drainQueue()
}

async function begin(at: string, { finished = false } = {}) {
  now = new Date(at)
  const id = randomUUID()
  const visit = {
    ...{ id, attempt: id, step: finished ? 24 : 3, seconds: [], finished },
    from: [null, null, null, null],
    token: (await server.app.inject('/api/visits/token')).body,
  }
  const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/visits', payload: visit })
  expect(statusCode).toBe(204)
  return id
}

async function pay(product: 'subscription' | 'consultation', tenge: number, at: string) {
  const { rows } = await sql<{ id: string }>`
    insert into orders (product, price_tiyn, charge_tiyn, state, test, created_at, paid_at)
    values (${product}, ${tenge * 100}, ${tenge * 100}, 'paid', false, ${at}, ${at}) returning id`.execute(
    server.db,
  )
  return rows[0]?.id ?? ''
}

const refund = (orderId: string, at: string) =>
  sql`insert into order_acts (order_id, act, acted_at) values (${orderId}, 'refunded', ${at})`.execute(
    server.db,
  )

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await server.app.inject({
    url: `/api/desk${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** The figure that each line of the mail begins with, in whole tenge where it is a sum. */
function figuresOf(text: string): Record<string, string> {
  const lines = plain(text).matchAll(/^([^:\n]+): ([\d ]*\d|никто)/gm)
  return Object.fromEntries([...lines].map(([, name = '', figure = '']) => [name, figure]))
}

test('on Monday at eight in Almaty the owner reads what the desk shows of the week', async () => {
  // The last second of a Sunday, and the first of the Monday after it.
  await begin('2026-11-15T18:59:59Z')
  await begin('2026-11-15T19:00:00Z')
  const attempt = await begin('2026-11-22T18:59:59Z', { finished: true })
  await begin('2026-11-22T19:00:00Z', { finished: true })
  const phone = '77050001122'
  await sql`insert into quiz_leads (attempt_id, created_at, phone) values (${attempt}, ${now}, ${phone})`.execute(
    server.db,
  )
  await sql`
    with contact as (insert into message_contacts (phone, last_inbound_at) values (${phone}, ${now}) returning id),
    asked as (
      insert into messages (kind, contact_id, subcategory, created_at, deadline, next_attempt_at)
      select 'checklist', id, 'A1', ${now}::timestamptz, ${now}, ${now} from contact)
    insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
    select id, 'wamid.1', 'text', 'А можно вопрос?', ${now} from contact`.execute(server.db)
  const early = await pay('consultation', 50_000, '2026-11-15T18:59:59Z')
  await pay('subscription', 5_000, '2026-11-15T19:00:00Z')
  await pay('consultation', 45_000, '2026-11-22T18:59:59Z')
  await pay('subscription', 5_000, '2026-11-22T19:00:00Z')
  await refund(early, '2026-11-20T09:00:00Z')

  await tick('2026-11-23T02:59:59Z')
  expect(mails).toEqual([])
  await tick('2026-11-23T03:00:00Z')
  const [mail] = mails
  expect(mail).toMatchObject({ to: sampleOwner.email })
  expect(plain(mail?.subject)).toBe('Неделя 16–22 ноября 2026 г. — «Ясный день»')
  const shown = figuresOf(mail?.text ?? '')
  expect(shown).toEqual({
    ...{ Начали: '2', 'Прошли до конца': '1', 'Попросили чек‑лист': '1' },
    ...{ 'Оплаченные программы': '1', 'Оплаченные консультации': '1' },
    ...{ Оплачено: '50 000', Возвращено: '50 000', 'Ждут вашего ответа': '1' },
  })
  expect(mail?.text).not.toMatch(/7705|вопрос/)
  expect(plain(mail?.text), 'beside the week before').toMatch(/^Начали: 2[^\n]* на 1 /m)

  const { byWeek } = await ask<Funnel>('/funnel?days=30')
  const week = byWeek.find(({ name }) => name === '2026-11-16')
  const { total, groups } = await ask<Money>('/money?from=2026-11-16&until=2026-11-22&by=product')
  const paidOf = (product: string) => groups.find(({ key }) => key === product)?.paid
  expect([week?.visits, week?.saved, week?.checklist].map(String)).toEqual(Object.values(shown).slice(0, 3))
  expect([paidOf('subscription'), paidOf('consultation')]).toEqual([1, 1])
  expect([total.paidTiyn, total.refundedTiyn]).toEqual([5_000_000, 5_000_000])
  const waiting = await ask<{ talks: unknown[] }>('/messages?show=waiting')
  expect(waiting.talks).toHaveLength(1)
})

test('a week is told once, by however many processes, and at whatever hour they begin again', async () => {
  now = new Date('2026-11-23T03:00:00Z')
  await Promise.all(Array.from({ length: 3 }, () => planWeeklyMail({ ...server, now: () => now }, '08:00')))
  for (const at of ['2026-11-23T04:00:00Z', '2026-11-25T03:00:00Z', '2026-11-29T18:59:59Z']) await tick(at)
  expect(mails).toHaveLength(1)
  // Nor when the queue hands the same week out again.
  await server.db
    .transaction()
    .execute((trx) => server.jobs.enqueue(trx, sendWeeklyMailJob, { monday: '2026-11-16' }))
  await server.jobs.drainQueue()
  expect(mails).toHaveLength(1)
  await tick('2026-11-30T03:00:00Z')
  expect(mails).toHaveLength(2)
})

test('an installation that begins on Monday before eight is not told of the week before it', async () => {
  await sql`truncate weekly_mails`.execute(server.db)
  for (const at of ['2026-11-16T02:00:00Z', '2026-11-16T03:00:00Z']) await tick(at)
  expect(mails).toEqual([])
  await tick('2026-11-23T03:00:00Z')
  expect(mails).toHaveLength(1)
})

test('after weeks in which nothing ran only the last one is told, and late rather than never', async () => {
  await tick('2026-12-16T11:00:00Z')
  expect(mails.map(({ subject }) => plain(subject).slice(0, 19))).toEqual(['Неделя 7–13 декабря'])
})

test('a mail that did not leave is sent by the next try, once', async () => {
  breaks = 1
  expect(await tick('2026-11-23T03:00:00Z')).toMatchObject({ failed: 1 })
  expect(mails).toEqual([])
  await server.jobs.drainQueue(new Date(Date.now() + 3_600_000))
  await server.jobs.drainQueue(new Date(Date.now() + 3_600_000))
  expect(mails).toHaveLength(1)
})

test('where it is switched off nothing is sent', async () => {
  await tick('2026-11-23T03:00:00Z', silent)
  expect(mails).toEqual([])
})
