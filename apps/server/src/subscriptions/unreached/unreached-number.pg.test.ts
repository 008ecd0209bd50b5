import {
  type GivenMessages,
  givenMessages,
  givenSubscription,
  minute,
  testHours,
  testLibrary,
} from '@app/testing/messages/given-messages'
import { inboundPayload, statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDueMessagesJob } from '../../messages/send-due-messages.job.ts'
import { changePhone } from '../change-phone.ts'
import { correctPhone } from '../correct-phone.ts'
import { listOwnPrograms } from '../list-own-programs.ts'
import { manualSend } from '../manual-send.ts'
import { type DailyServices, queueDueMessages } from '../queue-due-messages.ts'
import { repeatDay } from '../repeat-day.ts'
import { sendUnreachedNote } from './send-unreached-note.ts'

let given: GivenMessages
let daily: DailyServices
let told: { name: string; alert?: string; reference?: string }[] = []

const hour = 60 * minute
const readerId = '11111111-1111-4111-8111-111111111111'
const old = '77015556677'
const mended = '77019998877'
/** Not on WhatsApp. */
const unreached = { kind: 'refuse', status: 400, code: 131026 } as const

beforeAll(async () => {
  given = await givenMessages()
  await given.jobs.register(sendDueMessagesJob, async () => {})
  daily = { db: given.db, jobs: given.jobs, now: given.clock.now, hours: testHours }
})
beforeEach(async () => {
  await given.reset()
  await sql`delete from pgboss.job`.execute(given.db)
  await sql`insert into auth.users (id, email) values (${readerId}::uuid, 'reader@example.kz')`.execute(
    given.db,
  )
})
afterEach(() => sql`delete from auth.users`.execute(given.db))
afterAll(() => given.close())

const own = (wishes = {}) => givenSubscription(given.db, { userId: readerId, phone: `+${old}`, ...wishes })
const cabinet = async () =>
  (await listOwnPrograms({ ...daily, library: testLibrary }, readerId)).programs[0] ?? null
const sent = () =>
  given.graph.accepted.map(({ to, body }) => [
    to,
    Number((body.template as { name: string }).name.match(/\d$/)?.[0]),
  ])

async function run() {
  await queueDueMessages(daily, { force: false, dryRun: false })
  await given.drain()
}

/** Runs every half an hour from now on, as a server that is up does still more often. */
async function letPass(hours: number) {
  for (let halves = 0; halves < hours * 2; halves++) {
    await run()
    given.clock.add(30 * minute)
  }
}

/** WhatsApp takes the newest message and gives it back a moment later. */
async function giveBack(code = 131026) {
  const message = given.graph.accepted.at(-1)
  if (!message) throw new Error('nothing was accepted')
  const { id, ourId } = message
  await given.report(statusPayload({ id, ourId, status: 'failed', code, at: given.clock.now() }))
  return message
}

async function readTold() {
  const { rows } = await sql<{ name: string; data: { alert?: string; reference?: string } }>`
    select name, data from pgboss.job where name in ('alert_owner', 'send_unreached_note') order by name`.execute(
    given.db,
  )
  told = rows.map(({ name, data }) => ({ name, ...data }))
  return told.map(({ name, alert }) => alert ?? name)
}

const changeTo = (phone: string) =>
  given.db.transaction().execute((trx) => changePhone(trx, daily, { userId: readerId, phone }))

describe('a number that WhatsApp does not reach', () => {
  test.each(['refused at once', 'given back later'])('%s, is told once and promised nothing', async (how) => {
    await own()
    if (how === 'refused at once') given.graph.always(unreached)
    await run()
    if (how === 'given back later') await giveBack()
    await letPass(72)

    expect(given.graph.requests()).toBe(1)
    expect(await readTold()).toEqual(['number_unreached', 'send_unreached_note'])
    expect(await cabinet()).toMatchObject({
      ...{ unreached: true, currentDay: 0, nextOn: null, isToday: false, state: 'active' },
      days: [{ status: 'failed', text: null }, { status: null }, {}, {}, {}],
    })
  })

  test('is alarmed of by its program, not by the hour', async () => {
    await own()
    given.graph.always(unreached)
    await run()
    expect(await given.db.selectFrom('message_channels').select('undelivered_at').execute()).toEqual([])
  })

  test('that is mended gets the missed day that morning, and all five, one a morning', async () => {
    await own()
    await run()
    await giveBack()
    given.clock.add(hour)
    await changeTo(`+${mended}`)
    expect(await cabinet()).toMatchObject({
      unreached: false,
      begins: 'soon',
      days: [{ status: null }, {}, {}, {}, {}],
    })
    await letPass(6 * 24)
    expect(sent().slice(1)).toEqual([1, 2, 3, 4, 5].map((day) => [mended, day]))
    expect(await cabinet()).toMatchObject({ state: 'finished', currentDay: 5 })
  })

  test('that is mended in the evening gets the missed day the next morning', async () => {
    await own()
    await run()
    await given.report(statusPayload({ ...lastAccepted(), status: 'delivered' }))
    given.clock.add(24 * hour)
    await run()
    await giveBack()
    given.clock.set('2026-11-05T15:00:00Z')
    await changeTo(`+${mended}`)
    expect(await cabinet()).toMatchObject({ currentDay: 1, nextOn: '2026-11-06', isToday: false })
    await letPass(12)
    expect(sent()).toHaveLength(2)
    await letPass(4)
    expect(sent().slice(2)).toEqual([[mended, 2]])
  })

  test('is found by the last day, too, and the program is not over', async () => {
    await own()
    for (let day = 1; day <= 5; day++) {
      if (day > 1) given.clock.add(24 * hour)
      await run()
    }
    expect(await cabinet()).toMatchObject({ state: 'finished' })
    await giveBack()
    expect(await cabinet()).toMatchObject({ state: 'active', currentDay: 4, unreached: true })
  })

  test('is reached after all by a late report, and the program goes on', async () => {
    await own()
    await run()
    const { id, ourId } = await giveBack()
    expect(await cabinet()).toMatchObject({ unreached: true })
    await given.report(statusPayload({ id, ourId, status: 'delivered', at: given.clock.now() }))
    expect(await cabinet()).toMatchObject({ unreached: false, currentDay: 1, nextOn: '2026-11-03' })
    given.clock.add(24 * hour)
    await run()
    expect(sent()).toEqual([
      [old, 1],
      [old, 2],
    ])
  })

  test.each([131026, 131008])(
    'whose late report comes the next morning costs no day, given back by %d',
    async (code) => {
      await own()
      await run()
      const { id, ourId } = await giveBack(code)
      given.clock.set('2026-11-03T03:30:00Z')
      await given.report(statusPayload({ id, ourId, status: 'delivered', at: given.clock.now() }))
      expect(await cabinet()).toMatchObject({ currentDay: 1, nextOn: '2026-11-03' })
    },
  )

  test('that a later day has reached holds nothing, and its missed day is told of', async () => {
    await own()
    await run()
    const first = lastAccepted()
    given.clock.add(24 * hour)
    await run()
    await given.report(statusPayload({ ...lastAccepted(), status: 'delivered', at: given.clock.now() }))
    await given.report(statusPayload({ ...first, status: 'failed', code: 131026, at: given.clock.now() }))
    expect(await cabinet()).toMatchObject({ unreached: false, currentDay: 2, nextOn: '2026-11-04' })
    expect(await readTold()).toEqual([])
    const [channel] = await given.db.selectFrom('message_channels').select('undelivered_at').execute()
    expect(channel?.undelivered_at).toEqual(expect.any(Date))
  })

  test('whose late report comes once it is mended has its day at the new number, not twice', async () => {
    await own()
    await run()
    const { id, ourId } = await giveBack()
    await changeTo(`+${mended}`)
    await queueDueMessages(daily, { force: false, dryRun: false })
    await given.report(statusPayload({ id, ourId, status: 'delivered', userId: 'KZ.1' }))
    expect(await given.message(ourId)).toMatchObject({ status: 'queued', send_state: 'waiting' })
    await given.drain()
    expect(sent()).toEqual([
      [old, 1],
      [mended, 1],
    ])
    const contacts = await given.db
      .selectFrom('message_contacts')
      .select('phone')
      .where('whatsapp_user_id', 'is not', null)
      .execute()
    expect(contacts).toEqual([])
  })

  test('that writes to us is tried again the next morning', async () => {
    await own()
    await run()
    await giveBack()
    given.clock.add(5 * hour)
    await given.report(inboundPayload({ id: 'in.1', from: old, text: 'Здравствуйте', at: given.clock.now() }))
    expect(await cabinet()).toMatchObject({ unreached: false })
    given.clock.set('2026-11-03T04:00:00Z')
    await run()
    expect(given.graph.accepted.map(({ to }) => to)).toEqual([old, old])
  })

  test('that is typed anew after another is tried anew, and told anew', async () => {
    await own()
    given.graph.always(unreached)
    await run()
    await changeTo(`+${mended}`)
    await run()
    expect(await cabinet()).toMatchObject({ unreached: true })
    await changeTo(`+${old}`)
    expect(await cabinet()).toMatchObject({ unreached: false })
    await run()
    expect(await cabinet()).toMatchObject({ unreached: true })
    expect(given.graph.requests()).toBe(3)
    expect(await readTold()).toHaveLength(6)
  })

  test.each([131049, 131000, 130429, 131056, 131047])('is not what %d means', async (code) => {
    await own()
    given.graph.behave({ kind: 'refuse', status: 400, code })
    await run()
    expect(await cabinet()).toMatchObject({ unreached: false })
    expect(await readTold()).toEqual([])
  })

  test('of one program keeps no other from the same number', async () => {
    await own()
    given.graph.behave(unreached)
    await run()
    await givenSubscription(given.db, { phone: `+${old}` })
    await run()
    expect(sent()).toEqual([[old, 1]])
  })

  test('of a gift is the buyer’s to mend, whatever day it is at, and the buyer’s own numbers are not for it', async () => {
    await own({ phone: '+77013334455', boughtAt: new Date('2026-10-01T10:00:00Z') })
    await sql`update subscriptions set state = 'finished', current_day = 5`.execute(given.db)
    const id = await own({ isGift: true })
    await run()
    given.clock.add(24 * hour)
    await run()
    await giveBack()
    expect(await cabinet()).toMatchObject({ isGift: true, unreached: true, canMendPhone: true, days: [] })
    const mending = { userId: readerId, subscriptionId: id }
    await expect(
      correctPhone(given.db, { ...mending, phone: '+77013334455' }, given.clock.now()),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    await correctPhone(given.db, { ...mending, phone: `+${mended}` }, given.clock.now())
    expect(await cabinet()).toMatchObject({ unreached: false, canMendPhone: false })
    await run()
    expect(sent().at(-1)).toEqual([mended, 2])
  })

  test.each([false, true])('is mailed to the buyer by its last digits, a gift: %s', async (isGift) => {
    const id = await own({ isGift, email: 'aigerim@example.kz' })
    given.graph.always(unreached)
    await run()
    const mails: { to: string; subject: string; text: string }[] = []
    const services = {
      db: given.db,
      mailer: { send: async (mail: (typeof mails)[number]) => void mails.push(mail) },
      siteUrl: 'https://site.test',
      owner: testOwner,
    }
    await sendUnreachedNote(services, id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toBe('aigerim@example.kz')
    const text = mails[0]?.text ?? ''
    expect(text).toContain('https://site.test/profile')
    expect(text).toContain('help@site.test')
    expect(text).toContain('…77')
    expect(text).not.toContain('5556677')
    expect(text.includes('дарите')).toBe(isGift)
    // Mended before the mail went out, there is nothing left to say.
    await changeTo(`+${mended}`)
    await given.db
      .updateTable('subscriptions')
      .set({ phone: `+${mended}` })
      .where('id', '=', id)
      .execute()
    await sendUnreachedNote(services, id)
    expect(mails).toHaveLength(1)
  })
})

const testOwner = {
  name: 'ИП Тест',
  iin: '000000000000',
  email: 'help@site.test',
  phone: '+7 700 000 00 00',
  supportWhatsapp: '77000000000',
  consultationWhatsapp: '77000000000',
} as never

function lastAccepted() {
  const message = given.graph.accepted.at(-1)
  return { id: message?.id ?? '', ourId: message?.ourId ?? '' }
}

describe('what was queued for a number before it was changed', () => {
  test('goes to the new one, a repetition of a day too', async () => {
    const id = await own()
    await run()
    given.clock.add(hour)
    await repeatDay(daily, { subscriptionId: id, day: 1 })
    await changeTo(`+${mended}`)
    await given.drain()
    expect(sent()).toEqual([
      [old, 1],
      [mended, 1],
    ])
  })

  test('is not asked for there again when nobody answered', async () => {
    const id = await own()
    given.graph.always({ kind: 'refuse', status: 500 })
    await run()
    await repeatDay(daily, { subscriptionId: id, day: 1 })
    await given.drain()
    given.graph.always(null)
    await changeTo(`+${mended}`)
    await letPass(24)
    expect(sent()).toEqual([[mended, 1]])
  })
})

describe('the hours of a morning', () => {
  test('end at noon: what WhatsApp could not take in the morning goes out the next one', async () => {
    await own()
    given.graph.always({ kind: 'refuse', status: 401, code: 190 })
    await letPass(4)
    given.graph.always(null)
    expect(await cabinet()).toMatchObject({ begins: 'late' })
    await letPass(19.9)
    expect(sent()).toEqual([])
    await letPass(1)
    expect(sent()).toEqual([[old, 1]])
  })

  test('are kept by a server that was down until the evening', async () => {
    await own()
    given.clock.set('2026-11-02T16:00:00Z')
    await letPass(11)
    expect(sent()).toEqual([])
    await letPass(2)
    expect(sent()).toEqual([[old, 1]])
  })

  test('are none for what the owner sends by hand', async () => {
    const id = await own()
    given.clock.set('2026-11-02T16:00:00Z')
    await manualSend(daily, {
      ...{ phone: old, category: 'B', day: 1, subscriptionId: id },
      updateProgress: true,
    })
    await given.drain()
    expect(sent()).toEqual([[old, 1]])
  })
})

test.each([false, true])(
  'six equal sends by hand at once are one, with progress: %s',
  async (updateProgress) => {
    const subscriptionId = await own()
    const request = { phone: old, category: 'B', day: 1, subscriptionId, updateProgress } as const
    const processes = await Promise.all(Array.from({ length: 6 }, () => given.process()))
    const answers = await Promise.all(processes.map(({ db }) => manualSend({ ...daily, db }, request)))
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    await given.drain()
    expect(sent()).toEqual([[old, 1]])
    expect((await manualSend(daily, request)).isNew).toBe(false)
    given.clock.add(3 * minute)
    expect((await manualSend(daily, request)).isNew).toBe(true)
  },
)
