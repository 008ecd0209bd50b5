import { givenSubscription, minute } from '@app/testing/messages/given-messages'
import { inboundPayload, statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { givenProgramDays, hour, morning } from './given-program-days.ts'
import { queueDueMessages } from './queue-due-messages.ts'

const days = givenProgramDays()
const { progressOf, daysSent, run, letDaysPass } = days

describe('a program', () => {
  test('sends five mornings in a row and is finished', async () => {
    const id = await givenSubscription(days.given.db, { phone: '8 (701) 555-66-77', name: 'Асель' })
    await letDaysPass(8)

    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    expect(await progressOf(id)).toEqual({
      state: 'finished',
      currentDay: 5,
      lastSentOn: '2026-11-06',
      isPaused: false,
      isUndeliverable: false,
    })
    expect(days.given.graph.accepted).toHaveLength(5)
    expect(new Set(days.given.graph.accepted.map(({ to }) => to))).toEqual(new Set(['77015556677']))
    expect(days.given.graph.accepted.map(({ body }) => body.template)).toMatchObject([
      {
        name: 'program_b_day_1',
        components: [
          { type: 'header', parameters: [{ document: { link: 'https://site.test/checklists/b2.pdf' } }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Асель' }] },
        ],
      },
      { name: 'program_b_day_2', components: [{ type: 'body' }] },
      { name: 'program_b_day_3' },
      { name: 'program_b_day_4' },
      { name: 'program_b_day_5' },
    ])
  })

  test('greets a reader without a name, whose template still fills its place', async () => {
    await givenSubscription(days.given.db, { name: null })
    await run()
    expect(days.given.graph.accepted[0]?.body.template).toMatchObject({
      components: [{}, { parameters: [{ text: 'и хорошего дня' }] }],
    })
  })

  test('goes out as its own words to someone who wrote today', async () => {
    await givenSubscription(days.given.db, { phone: '+77015556677' })
    await days.given.report(
      inboundPayload({ id: 'wamid.in', from: '77015556677', text: 'Жду', at: days.given.clock.now() }),
    )
    await run()
    expect(days.given.graph.accepted[0]?.body).toMatchObject({
      type: 'document',
      document: { caption: expect.stringMatching(/^Доброе утро, Асель!\n\n/) },
    })
  })

  test('begins the next morning when it is bought after nine', async () => {
    const id = await givenSubscription(days.given.db, { boughtAt: new Date('2026-11-02T04:30:00Z') })
    days.given.clock.add(10 * hour)
    await run()
    expect(await daysSent(id)).toEqual([])
    days.given.clock.set('2026-11-03T03:59:00Z')
    await run()
    expect(await daysSent(id)).toEqual([])
    days.given.clock.set('2026-11-03T04:00:00Z')
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('keeps to the clocks of its reader', async () => {
    const id = await givenSubscription(days.given.db, { timezone: 'Europe/Berlin' })
    await run()
    expect(await daysSent(id)).toEqual([])
    days.given.clock.set('2026-11-02T08:00:00Z')
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('catches up after three days without a server, one message a day', async () => {
    const id = await givenSubscription(days.given.db)
    await run()
    days.given.clock.add(4 * 24 * hour)
    await run()
    await run()
    expect(await daysSent(id)).toEqual([1, 2])
    await letDaysPass(4)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('does not move while its message is not accepted, and sends one when it is', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.always({ kind: 'refuse', status: 500, code: 131016 })
    await letDaysPass(2)
    expect(await progressOf(id)).toMatchObject({ currentDay: 0, lastSentOn: null })
    days.given.graph.always(null)
    await run()
    await run()
    expect(days.given.graph.accepted).toHaveLength(1)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-04' })
  })

  test('outlives a week without the provider', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.always({ kind: 'refuse', status: 500, code: 131016 })
    await letDaysPass(7)
    days.given.graph.always(null)
    await letDaysPass(7)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    expect(days.given.graph.accepted).toHaveLength(5)
  })

  test('stops when its reader says СТОП, and goes on from there after СТАРТ', async () => {
    const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
    await run()
    await days.given.report(
      inboundPayload({ id: 'wamid.1', from: '77015556677', text: 'СТОП', at: days.given.clock.now() }),
    )
    await letDaysPass(3)
    expect(await daysSent(id)).toEqual([1])
    await days.given.report(
      inboundPayload({ id: 'wamid.2', from: '77015556677', text: 'СТАРТ', at: days.given.clock.now() }),
    )
    await letDaysPass(5)
    expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
  })

  test('stops at an opt-out that comes while its message waits, and revives that message after СТАРТ', async () => {
    const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
    await queueDueMessages(days.daily, morning)
    await days.given.report(
      inboundPayload({ id: 'wamid.1', from: '77015556677', text: 'СТОП', at: days.given.clock.now() }),
    )
    await letDaysPass(1)
    expect(await daysSent(id)).toEqual([])
    await days.given.report(
      inboundPayload({ id: 'wamid.2', from: '77015556677', text: 'СТАРТ', at: days.given.clock.now() }),
    )
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test('whose reader is not on WhatsApp is tried again when the phone is another', async () => {
    const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
    days.given.graph.behave({ kind: 'refuse', status: 400, code: 131026 })
    await letDaysPass(2)
    expect(days.given.graph.requests()).toBe(1)
    await days.given.db
      .updateTable('subscriptions')
      .set({ phone: '+77019998877' })
      .where('id', '=', id)
      .execute()
    await run()
    expect(days.given.graph.accepted.map(({ to }) => to)).toEqual(['77019998877'])
    expect(await daysSent(id)).toEqual([1])
  })

  test('outlives days of silence, with three tries a morning', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.always({ kind: 'refuse', status: 500 })
    for (let day = 0; day < 2; day++) {
      for (let tens = 0; tens < 6; tens++) {
        await run()
        days.given.clock.add(10 * minute)
      }
      days.given.clock.add(23 * hour)
    }
    expect(days.given.graph.requests()).toBe(2 * 3)
    days.given.graph.always(null)
    await run()
    expect(await daysSent(id)).toEqual([1])
  })

  test.each(['sent', 'delivered', 'read'])(
    'that was given up for want of an answer goes on when a report says %s at last',
    async (status) => {
      const id = await givenSubscription(days.given.db)
      days.given.graph.always({ kind: 'accept_and_fail', status: 500 })
      for (let tens = 0; tens < 5; tens++) {
        await run()
        days.given.clock.add(10 * minute)
      }
      const [sent] = days.given.graph.accepted
      const ourId = sent?.ourId ?? ''
      expect(await days.given.message(ourId)).toMatchObject({ status: 'failed', failure: 'unanswered' })
      expect(await progressOf(id)).toMatchObject({ currentDay: 0 })

      await days.given.report(statusPayload({ id: sent?.id ?? '', status, ourId }))
      expect(await days.given.message(ourId)).toMatchObject({
        status,
        failure: null,
        sent_at: expect.any(Date),
      })
      expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })
      days.given.graph.always(null)
      await letDaysPass(2)
      expect(await daysSent(id)).toEqual([1, 2])
    },
  )

  test('that was given up because a copy failed goes on when that copy arrived after all', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.behave({ kind: 'accept_and_fail', status: 500 })
    await run()
    const [sent] = days.given.graph.accepted
    const of = (status: string) => ({ id: sent?.id ?? '', status, ourId: sent?.ourId ?? '' })
    await days.given.report(statusPayload({ ...of('failed'), code: 131026 }))
    await days.given.report(statusPayload(of('sent')))
    expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
    await days.given.report(statusPayload(of('delivered')))
    expect(await progressOf(id)).toMatchObject({ currentDay: 1 })
  })

  test('without a phone or a category is counted and not sent', async () => {
    await givenSubscription(days.given.db, { phone: null })
    await givenSubscription(days.given.db, { phone: 'нет' })
    await givenSubscription(days.given.db, { category: null, subcategory: null })
    expect(await run()).toEqual({ dryRun: false, due: 0, queued: 0, unreachable: 3, messages: [] })
  })
})

describe('two programs to one number', () => {
  const recipients = () => days.given.graph.accepted.map(({ to }) => to)
  const later = new Date('2026-11-01T16:00:00Z')

  test('send one message a morning: the second begins when the first has ended', async () => {
    const second = await givenSubscription(days.given.db, { phone: '8 701 555 66 77', boughtAt: later })
    const first = await givenSubscription(days.given.db, { phone: '+77015556677' })
    await letDaysPass(5)
    expect([await daysSent(first), await daysSent(second)]).toEqual([[1, 2, 3, 4, 5], []])
    await letDaysPass(7)
    expect(await daysSent(second)).toEqual([1, 2, 3, 4, 5])
    expect(recipients()).toEqual(Array(10).fill('77015556677'))
  })

  test('do not wait for one that its owner has halted', async () => {
    const first = await givenSubscription(days.given.db, { phone: '+77015556677' })
    const second = await givenSubscription(days.given.db, { phone: '+77015556677', boughtAt: later })
    await sql`update subscriptions set paused_at = now() where id = ${first}`.execute(days.given.db)
    await run()
    expect([await daysSent(first), await daysSent(second)]).toEqual([[], [1]])
    await sql`update subscriptions set paused_at = null where id = ${first}`.execute(days.given.db)
    await run()
    expect(await daysSent(first), 'on the same morning').toEqual([])
  })
})
