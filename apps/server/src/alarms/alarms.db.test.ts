import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { buildAttempt } from '@app/testing/attempt'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenHttp } from '../../test/given-outside.ts'
import { AppError } from '../http/app-error.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import { pauseChannel } from '../messages/message-channel.ts'
import { createLoopbackFetch } from '../services/loopback-fetch.ts'
import { telegramBot } from '../telegram/telegram-bot.ts'
import { createErrorCounter } from './count-errors.ts'
import { createHeartbeat } from './heartbeat.ts'
import { mailChannel, telegramChannel } from './owner-channels.ts'
import { recordBeat } from './record-beat.ts'
import { createInstallationWatch, type WatchServices } from './watch-installation.ts'

const minute = 60_000
let now = new Date()
let server: GivenServer

beforeAll(async () => {
  // What the machine of the test has of disk changes no test.
  server = await givenServer({ now: () => now, env: { ALARM_DISK_GB: '0' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date()
  await sql`truncate incidents, owner_messages, server_errors, job_beats, message_channels, orders cascade`.execute(
    server.db,
  )
  server.mailbox.clear()
  await server.app.inject({ method: 'DELETE', url: '/sandbox/api/telegram' })
})

const silence = { info() {}, warn() {}, error() {} }
const telegram = (chatId = '1') =>
  telegramChannel(
    telegramBot(
      { apiUrl: 'http://localhost:3000/sandbox/telegram', token: '1:sandbox-bot', chatId },
      createLoopbackFetch(() => server.app),
    ),
  )
const mail = () => mailChannel({ send: server.mailbox.deliver }, sampleOwner.email)

/** A process of the installation, as far as it watches. */
function givenWatch(wishes: Partial<WatchServices> = {}): () => Promise<void> {
  return createInstallationWatch({
    ...{ db: server.db, channels: [mail(), telegram()], siteUrl: 'http://localhost:3000', log: silence },
    ...{
      canMessage: true,
      dataDir: null,
      diskLowGigabytes: 0,
      leadsPerDay: 1000,
      flushErrors: async () => {},
    },
    now: () => now,
    ...wishes,
  })
}

/** Orders that ask for a job of their own, which nobody here does. */
async function givenOrder(email: string): Promise<number> {
  const { invId } = await shopAt(server.app).placeOrder(buildIntent({ email }))
  await sql`delete from pgboss.job`.execute(server.db)
  return invId
}

async function rounds(count: number, ...watches: readonly (() => Promise<void>)[]): Promise<void> {
  for (let round = 0; round < count; round++) {
    await Promise.all(watches.map((watch) => watch()))
    now = new Date(now.getTime() + minute)
  }
}

const mails = () => server.mailbox.list().map(({ subject }) => subject.replace(/ — «.*/, ''))
async function chat(): Promise<string[]> {
  const list: { text: string }[] = (await server.app.inject('/sandbox/api/telegram')).json()
  return list.map(({ text }) => text.split('\n', 1)[0] ?? '')
}

test('a payment that waits is told by mail and in Telegram, once for two processes, and so is its end; nobody is named', async () => {
  const email = freshEmail(timur)
  const invId = await givenOrder(email)
  const waiting = sql`update orders set test = false, created_at = ${new Date(now.getTime() - 40 * minute)},
    asked_at = now(), provider_standing = 'no_answer', phone = ${timur.phone}, name = ${timur.name}`
  await waiting.execute(server.db)
  await rounds(8, givenWatch(), givenWatch())

  expect(mails()).toEqual(['Оплаты ждут подтверждения'])
  expect(await chat()).toEqual(['⚠️ Оплаты ждут подтверждения'])
  const [letter] = server.mailbox.list()
  expect(letter).toMatchObject({
    to: sampleOwner.email,
    text: expect.stringMatching(new RegExp(`№.${invId}\\.`)),
  })
  const said = JSON.stringify([letter, (await server.app.inject('/sandbox/api/telegram')).body])
  expect(said).not.toContain(email)
  expect(said).not.toContain(timur.name)

  await sql`update orders set state = 'paid', paid_at = now()`.execute(server.db)
  await rounds(20, givenWatch(), givenWatch())
  expect(mails()).toEqual(['Оплаты снова подтверждаются', 'Оплаты ждут подтверждения'])
  expect(await chat()).toEqual(['✅ Оплаты снова подтверждаются', '⚠️ Оплаты ждут подтверждения'])
})

test('a restart neither forgets nor repeats what was told', async () => {
  await server.db
    .transaction()
    .execute((trx) => pauseChannel(trx, new Date(now.getTime() + 60 * minute), 190))
  await rounds(7, givenWatch())
  await rounds(7, givenWatch())
  expect(mails()).toEqual(['Сообщения в WhatsApp не уходят'])
})

test('workers that stopped are seen by the clock, not by the queue', async () => {
  await recordBeat(server.db, now)
  await rounds(10, givenWatch())
  expect(mails()).toEqual([])
  await rounds(8, givenWatch())
  expect(mails()).toEqual(['Отложенные дела стоят'])

  const beating = givenWatch()
  for (let round = 0; round < 17; round++) {
    await recordBeat(server.db, now)
    await rounds(1, beating)
  }
  expect(mails()).toEqual(['Отложенные дела снова идут', 'Отложенные дела стоят'])
})

test('requests that could not be answered are counted over all processes; what the app refuses is none', async () => {
  const counters = [0, 1].map(() => createErrorCounter(() => now))
  for (const counter of counters) {
    const app = Fastify({ logger: false })
    counter.watch(app)
    app.get('/boom', async () => {
      throw new Error('boom')
    })
    app.get('/off', async () => {
      throw new AppError('whatsapp_off')
    })
    for (const url of ['/boom', '/boom', '/off', '/off', '/off', '/nowhere']) await app.inject(url)
    await counter.flush(server.db)
    await app.close()
  }
  await rounds(1, givenWatch())
  expect(mails()).toEqual([])

  await sql`update server_errors set count = count + 1`.execute(server.db)
  await rounds(1, givenWatch())
  expect(mails()).toEqual(['Сайт отвечает ошибками'])
  expect(server.mailbox.list()[0]?.text).toMatch(/не.смог выполнить запросы: 5\./)
})

test('more attempts a day than usual are told once, and all of them are saved', async () => {
  const leads = () =>
    sql<{ count: number }>`select count(*)::int as count from quiz_leads`
      .execute(server.db)
      .then(({ rows }) => rows[0]?.count ?? 0)
  await sql`update quiz_leads set created_at = now() - interval '2 days'`.execute(server.db)
  const before = await leads()
  const save = async (count: number) => {
    for (let i = 0; i < count; i++) await server.saveLead(buildAttempt())
  }
  await save(2)
  now = new Date()
  await rounds(1, givenWatch({ leadsPerDay: 3 }))
  expect(mails()).toEqual([])
  // One that is kept apart is one more: a flood fills in every field.
  await server.saveLead({ ...buildAttempt(), website: 'x' })
  now = new Date()
  await rounds(3, givenWatch({ leadsPerDay: 3 }))
  expect(mails()).toEqual(['Тестов намного больше обычного'])
  expect(server.mailbox.list()[0]?.text).toContain('3')
  expect(await leads()).toBe(before + 2)
})

test('one network alone brings about no mail by what it sends to the data service; several do', async () => {
  const counter = createErrorCounter(() => now)
  const app = Fastify({ logger: false })
  counter.watch(app)
  app.get('/rest/v1/quiz_leads', async () => {
    throw new Error('boom')
  })
  const ask = (remoteAddress: string) => app.inject({ url: '/rest/v1/quiz_leads', remoteAddress })
  for (let time = 0; time < 20; time++) await ask('203.0.113.7')
  await counter.flush(server.db)
  await rounds(1, givenWatch())
  expect(mails()).toEqual([])

  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await ask(address)
  await counter.flush(server.db)
  await app.close()
  await rounds(1, givenWatch())
  expect(mails()).toEqual(['Сайт отвечает ошибками'])
})

test('a disk that is nearly full, a program nobody can receive and a backup that does not come are told', async () => {
  await givenOrder(freshEmail(timur))
  await sql`insert into subscriptions (order_id, state, started_on, timezone, created_at)
    select id, 'active', current_date, 'Asia/Almaty', now() - interval '2 days' from orders`.execute(
    server.db,
  )
  await sql`update orders set state = 'paid', paid_at = now(), phone = null`.execute(server.db)
  await sql`insert into backup_watch (since) values (now() - interval '27 hours')`.execute(server.db)
  await rounds(2, givenWatch({ dataDir: '.', diskLowGigabytes: 100_000 }))
  await sql`delete from backup_watch`.execute(server.db)

  expect(mails().toSorted()).toEqual([
    'На диске остаётся мало места',
    'Нет свежей резервной копии',
    'Программу некому отправить',
  ])
})

test('when one channel fails the other goes, the failure is told, and what waited comes when it is mended', async () => {
  await sql`insert into server_errors values (${now}, 9)`.execute(server.db)
  const lost = [mail(), telegram('404')]
  await rounds(9, givenWatch({ channels: lost }))
  expect(mails()).toEqual(['Telegram не принимает сообщения', 'Сайт отвечает ошибками'])
  expect(await chat()).toEqual([])

  await sql`delete from server_errors`.execute(server.db)
  await rounds(90, givenWatch())
  expect(mails().slice(0, 2).toSorted()).toEqual([
    'Telegram снова принимает сообщения',
    'Сайт больше не отвечает ошибками',
  ])
  expect(await chat()).toContain('✅ Сайт больше не отвечает ошибками')

  // The same the other way round: mails that do not leave.
  const noMail = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  await sql`insert into server_errors values (${now}, 9)`.execute(server.db)
  await rounds(9, givenWatch({ channels: [mailChannel(noMail, sampleOwner.email), telegram()] }))
  expect(await chat()).toContain('⚠️ Письма не уходят')
})

test('what happened once is told by both channels, when its job is done', async () => {
  await server.db
    .transaction()
    .execute((trx) => server.jobs.enqueue(trx, alertOwnerJob, { alert: 'unknown_order', reference: '77' }))
  await server.jobs.drainQueue()
  expect(mails()).toEqual(['Пришли деньги за неизвестный заказ'])
  expect(await chat()).toEqual(['⚠️ Пришли деньги за неизвестный заказ'])
})

test('the server’s own watch tells it as the settings say', async () => {
  await sql`insert into server_errors values (${now}, 9)`.execute(server.db)
  await server.watchOnce()
  expect(mails()).toEqual(['Сайт отвечает ошибками'])
  expect(await chat()).toEqual(['⚠️ Сайт отвечает ошибками'])
})

test('the heartbeat beats while the database answers and jobs are done, and says once that nobody hears it', async () => {
  let status = 200
  const asked: string[] = []
  const elsewhere = await givenHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(status).end('OK')
  })
  const lines: string[] = []
  let isUp = true
  const ping = async () => {
    if (!isUp) throw new Error('away')
  }
  const beat = createHeartbeat({
    ...{ url: `${elsewhere.url}/secret-of-the-check`, db: server.db, call: fetch, ping, now: () => now },
    log: { ...silence, warn: (facts, message) => lines.push(JSON.stringify([facts, message])) },
  })

  await recordBeat(server.db, now)
  expect(await beat()).toBe(true)
  isUp = false
  expect(await beat()).toBe(false)
  isUp = true
  now = new Date(now.getTime() + 11 * minute)
  expect(await beat()).toBe(false)
  expect(asked).toEqual(['GET /secret-of-the-check'])

  await recordBeat(server.db, now)
  status = 500
  expect([await beat(), await beat()]).toEqual([false, false])
  expect(asked).toHaveLength(3)
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain('secret-of-the-check')
  await elsewhere.close()
})
