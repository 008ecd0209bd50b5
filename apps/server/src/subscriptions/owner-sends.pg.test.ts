import { lingerSeconds } from '@app/platform/testing/linger'
import { givenSubscription, minute, sendAndDieAt, testHours } from '@app/testing/messages/given-messages'
import { statusPayload } from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endSubscriptionOfOrder } from './end-subscription.ts'
import { givenProgramDays, hour, morning } from './given-program-days.ts'
import { manualSend } from './manual-send.ts'
import { queueDueMessages } from './queue-due-messages.ts'
import { resetSubscription } from './reset-subscription.ts'
import { listSubscriptionStatuses } from './subscription-queries.ts'
import { lockSubscription } from './subscription-repository.ts'

const days = givenProgramDays()
const { progressOf, daysSent, run, letDaysPass } = days

/** Whether somebody does. Where there is one connection alone this is answered when nobody does any more. */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    days.given.db,
  )
  return rows.length > 0
}

async function givenManySubscriptions(count: number) {
  await sql`
    with placed as (
      insert into orders (product, price_tiyn, charge_tiyn, state, paid_at, phone, category, subcategory)
      select 'subscription', 500000, 500000, 'paid', '2026-11-01T10:00:00Z', '+7701' || lpad(each::text, 7, '0'), 'C', 'C1'
      from generate_series(1, ${count}::int) as each
      returning id
    )
    insert into subscriptions (order_id, started_on, created_at)
    select id, '2026-11-01', '2026-11-01T10:00:00Z' from placed`.execute(days.given.db)
}

describe('however many processes run', () => {
  test.each([2, 5])('%i at once send exactly one message for a day', async (processes) => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => givenSubscription(days.given.db)))
    const runners = await Promise.all(Array.from({ length: processes }, () => days.given.process()))
    const reports = await Promise.all(
      runners.map(async (services) => {
        const report = await queueDueMessages({ ...days.daily, db: services.db }, morning)
        await days.given.drain(services)
        return report
      }),
    )
    await run()

    expect(reports.reduce((sum, { queued }) => sum + queued, 0)).toBe(40)
    expect(days.given.graph.accepted).toHaveLength(40)
    expect(new Set(days.given.graph.accepted.map(({ to }) => to)).size).toBe(40)
    for (const id of ids) expect(await progressOf(id)).toMatchObject({ currentDay: 1 })
  })

  test.each(['claimed', 'answered', 'recorded'] as const)(
    'one that dies when a message is %s neither loses nor doubles a day',
    async (moment) => {
      const id = await givenSubscription(days.given.db)
      await queueDueMessages(days.daily, morning)
      await sendAndDieAt(await days.given.process(), moment)

      for (let step = 0; step < 10; step++) {
        await run()
        const [sent] = days.given.graph.accepted
        // The provider repeats its report until it is heard.
        if (sent) await days.given.report(statusPayload({ id: sent.id, status: 'sent', ourId: sent.ourId }))
        days.given.clock.add(5 * minute)
      }
      expect(days.given.graph.accepted).toHaveLength(1)
      expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })
      await letDaysPass(6)
      expect(await daysSent(id)).toEqual([1, 2, 3, 4, 5])
    },
  )

  test('more programs than fit on a page are all found, in a dry run as well', async () => {
    await givenManySubscriptions(450)
    expect(await queueDueMessages(days.daily, { force: false, dryRun: true })).toMatchObject({
      due: 450,
      queued: 0,
    })
    const report = await queueDueMessages(days.daily, morning)
    expect(report).toMatchObject({ due: 450, queued: 450 })
    expect(report.messages).toHaveLength(100)
    expect(new Set((await days.given.messages()).map(({ subscription_id }) => subscription_id)).size).toBe(
      450,
    )
  })

  test('a death between queueing pages is made up for by the next run', async () => {
    await Promise.all(Array.from({ length: 5 }, () => givenSubscription(days.given.db)))
    const dying = { enqueue: () => Promise.reject(new Error('the process died')) }
    await expect(queueDueMessages({ ...days.daily, jobs: dying }, morning)).rejects.toThrow('died')
    expect(await days.given.messages()).toHaveLength(0)
    await run()
    expect(days.given.graph.accepted).toHaveLength(5)
  })
})

describe('the owner', () => {
  test('sees in a dry run who would get what, and nothing is sent', async () => {
    const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
    const report = await queueDueMessages(days.daily, { force: false, dryRun: true })
    expect(report).toEqual({
      dryRun: true,
      due: 1,
      queued: 0,
      unreachable: 0,
      messages: [{ subscriptionId: id, category: 'B', day: 1, phone: '…77' }],
    })
    expect(await days.given.messages()).toHaveLength(0)
  })

  test('need not wait for the hour, but gets no second message on one date', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.clock.set('2026-11-01T22:00:00Z')
    expect(await queueDueMessages(days.daily, morning)).toMatchObject({ due: 0 })
    expect(await queueDueMessages(days.daily, { force: true, dryRun: false })).toMatchObject({
      due: 1,
      queued: 1,
    })
    await days.given.drain()
    days.given.clock.add(8 * hour)
    expect(await queueDueMessages(days.daily, { force: true, dryRun: false })).toMatchObject({ due: 0 })
    expect(await daysSent(id)).toEqual([1])
  })

  test('revives what failed for good', async () => {
    const id = await givenSubscription(days.given.db)
    days.given.graph.behave({ kind: 'refuse', status: 400, code: 132000 })
    await run()
    expect(await run()).toMatchObject({ due: 1, queued: 0 })
    await queueDueMessages(days.daily, { force: true, dryRun: false })
    await days.given.drain()
    expect(await daysSent(id)).toEqual([1])
  })

  test('sends a day by hand without touching the program', async () => {
    const id = await givenSubscription(days.given.db)
    await manualSend(days.daily, { phone: '8 701 000 11 22', category: 'C', day: 3, updateProgress: false })
    await days.given.drain()
    expect(days.given.graph.accepted).toMatchObject([
      { to: '77010001122', body: { template: { name: 'program_c_day_3' } } },
    ])
    expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
  })

  test.each([
    ['+77010001122', 0],
    ['8 701 555 66 77', 1],
  ])(
    'sends a program’s day by hand to %s, which is %i of the days that its buyer had',
    async (phone, sent) => {
      const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
      await manualSend(days.daily, {
        phone,
        category: 'B',
        day: 3,
        subscriptionId: id,
        updateProgress: false,
      })
      await days.given.drain()
      expect(days.given.graph.accepted).toHaveLength(1)
      expect(await progressOf(id)).toMatchObject({ currentDay: 0 })
      const ended = await days.given.db.transaction().execute(async (trx) => {
        const program = await lockSubscription(trx, id)
        return program && endSubscriptionOfOrder(trx, program.orderId, days.given.clock.now())
      })
      expect(ended).toBe(sent)
    },
  )

  test('sends a day by hand in the program’s place, and the plan goes on from there', async () => {
    const id = await givenSubscription(days.given.db, { phone: '+77015556677' })
    const byHand = { phone: '+77015556677', category: 'B', subscriptionId: id, updateProgress: true } as const
    await manualSend(days.daily, { ...byHand, day: 1 })
    await run()
    expect(days.given.graph.accepted).toHaveLength(1)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1, lastSentOn: '2026-11-02' })

    days.given.clock.add(2 * minute)
    await manualSend(days.daily, { ...byHand, day: 1 })
    await days.given.drain()
    expect(days.given.graph.accepted).toHaveLength(2)
    expect(await progressOf(id)).toMatchObject({ currentDay: 1 })

    days.given.clock.add(24 * hour)
    await run()
    expect(days.given.graph.accepted.map(({ body }) => (body.template as { name: string }).name)).toEqual([
      'program_b_day_1',
      'program_b_day_1',
      'program_b_day_2',
    ])
  })

  test('sends a day by hand while the plan is at the same day, and neither waits for the other for ever', async () => {
    const phone = '+77015556677'
    const id = await givenSubscription(days.given.db, { phone })
    await queueDueMessages(days.daily, morning)
    await sql`update messages set status = 'failed', send_state = 'done', next_attempt_at = null, failure = 'template'`.execute(
      days.given.db,
    )
    await sql`create function public.linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(${sql.lit(lingerSeconds)}); return new; end $$`.execute(days.given.db)
    await sql`create trigger linger after update on messages
      for each row execute function public.linger()`.execute(days.given.db)
    try {
      let isOver = false
      const planning = queueDueMessages(days.daily, { ...morning, force: true }).finally(() => {
        isOver = true
      })
      while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
      const byHand = { phone, category: 'B', day: 1, subscriptionId: id, updateProgress: true } as const
      const { messageId } = await manualSend(days.daily, byHand)
      expect(messageId).toBe((await days.given.messages())[0]?.id)
      expect(await planning).toMatchObject({ queued: 1 })
    } finally {
      await sql`drop function public.linger() cascade`.execute(days.given.db)
    }
  })

  test.each([
    [{ phone: 'нет' }, 'invalid_input'],
    [{ subscriptionId: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
  ])('is refused %j', async (wrong, code) => {
    const request = { phone: '+77015556677', category: 'A', day: 1, updateProgress: false, ...wrong } as const
    await expect(manualSend(days.daily, request)).rejects.toMatchObject({ code })
  })

  test('begins a program again, which then sends all its days again', async () => {
    const id = await givenSubscription(days.given.db, { email: 'Reader@example.kz' })
    await letDaysPass(2)
    expect(await resetSubscription(days.daily, id)).toEqual({ subscriptionId: id, round: 2 })
    expect(await progressOf(id)).toEqual({
      state: 'active',
      currentDay: 0,
      lastSentOn: null,
      isPaused: false,
      isUndeliverable: false,
    })
    await letDaysPass(6)
    expect((await daysSent(id)).sort()).toEqual([1, 1, 2, 2, 3, 4, 5])

    const status = await listSubscriptionStatuses(days.given.db, ' reader@EXAMPLE.kz', {
      now: days.given.clock.now(),
      hours: testHours,
    })
    expect(status.subscriptions).toMatchObject([
      { id, state: 'finished', currentDay: 5, round: 2, plan: { plan: 'done', reason: 'finished' } },
    ])
    expect(status.subscriptions[0]?.messages).toHaveLength(7)
  })

  test('a reset gives up what waits, and what is under way moves the new round nowhere', async () => {
    const id = await givenSubscription(days.given.db)
    await queueDueMessages(days.daily, morning)
    await sendAndDieAt(await days.given.process(), 'answered')
    await resetSubscription(days.daily, id)
    const [sent] = days.given.graph.accepted
    await days.given.report(statusPayload({ id: sent?.id ?? '', status: 'sent', ourId: sent?.ourId ?? '' }))
    expect(await progressOf(id)).toMatchObject({ currentDay: 0, lastSentOn: null })
  })

  test('of an unknown program is told so', async () => {
    await expect(resetSubscription(days.daily, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
  })
})
