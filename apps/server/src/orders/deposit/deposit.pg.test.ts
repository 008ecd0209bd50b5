import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSubscriptionOfOrder } from '../../subscriptions/end-subscription.ts'
import { lockOrder, saveOrder } from '../order-repository.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { releaseDeposit } from './deposit-repository.ts'

let server: GivenServer
let shop: Shop

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
})
afterAll(() => server.close())

type Product = 'subscription' | 'consultation'
/** What may happen to one buyer's orders; `at` picks which of them. */
type Step = { do: 'press'; product: Product } | { do: 'pay' | 'expire' | 'refund'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('press' as const),
    product: fc.constantFrom<Product>('subscription', 'consultation', 'consultation'),
  }),
  fc.record({ do: fc.constantFrom('pay' as const, 'pay' as const, 'expire' as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant('refund' as const), at: fc.nat(9) }),
)

async function pay(orderId: string) {
  const order = await lockless(orderId)
  const OutSum = `${order.charge_tiyn / 100}.000000`
  const paid = await shop.notify(buildNotice({ InvId: order.inv_id, OutSum, Shp_product: order.product }))
  expect(paid.body).toBe(`OK${order.inv_id}`)
}

function expire(orderId: string) {
  return server.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order?.state !== 'created') return
    await releaseDeposit(trx, order.id)
    await saveOrder(trx, { ...order, state: 'expired' })
  })
}

const refund = (orderId: string) =>
  refundOrder(
    {
      db: server.db,
      now: () => new Date(),
      jobs: { enqueue: async () => {} },
      endSubscription: endSubscriptionOfOrder,
    },
    orderId,
    null,
  ).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'order_not_paid' })
  })

const lockless = (orderId: string) =>
  server.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

async function run(steps: readonly Step[], token: string): Promise<string[]> {
  const placed: string[] = []
  for (const each of steps) {
    if (each.do === 'press') {
      const intent = buildIntent({ productType: each.product, again: true })
      placed.push((await shop.placeOrder(intent, token)).orderId)
      continue
    }
    const orderId = placed[each.at % Math.max(1, placed.length)]
    if (orderId) await { pay, expire, refund }[each.do](orderId)
  }
  return placed
}

/** Paid consultations at a lower price that owe nothing, with the program whose deposit they spent. */
async function loweredOf(orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return server.db
    .selectFrom('orders')
    .leftJoin('deposit_uses', (join) =>
      join.onRef('deposit_uses.order_id', '=', 'orders.id').on('deposit_uses.released_at', 'is', null),
    )
    .select(['orders.id', 'deposit_uses.program_order_id as program'])
    .where('orders.id', 'in', orderIds)
    .where('orders.state', '=', 'paid')
    .where('orders.deposit_tiyn', '>', 0)
    .where('orders.due_tiyn', '=', 0)
    .execute()
}

/** A consultation has lost its deposit to a refund, and a second program has one to give. */
const secondProgramAfterARefund: Step[] = [
  { do: 'press', product: 'subscription' },
  { do: 'pay', at: 0 },
  { do: 'press', product: 'consultation' },
  { do: 'refund', at: 0 },
  { do: 'press', product: 'subscription' },
  { do: 'pay', at: 2 },
  { do: 'press', product: 'consultation' },
]

test('however orders, payments, expiries and refunds follow one another, a program that was not given back lowers one paid consultation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { token } = await server.signIn(freshEmail(timur))
      const placed = await run(steps, token)
      const spent = (await loweredOf(placed)).map(({ program }) => program)
      expect(spent).not.toContain(null)
      expect(new Set(spent).size).toBe(spent.length)
      // None of the programs had begun, so a refund gave all of it back.
      const states = await Promise.all(spent.map(async (program) => (await lockless(program ?? '')).state))
      expect(states).not.toContain('refunded')
    }),
    { numRuns: 26, examples: [[secondProgramAfterARefund]] },
  )
}, 120_000)

test('three consultations that one program lowered, paid at once, leave two differences to be paid', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const [program] = await run([{ do: 'press', product: 'subscription' }], token)
  await pay(program ?? '')
  const press = { do: 'press', product: 'consultation' } as const
  const consultations = await run(
    [press, { do: 'expire', at: 0 }, press, { do: 'expire', at: 1 }, press],
    token,
  )
  await Promise.all(consultations.map(pay))

  const rows = await Promise.all(consultations.map(lockless))
  expect(rows.map((row) => row.state)).toEqual(['paid', 'paid', 'paid'])
  expect(rows.map((row) => row.due_tiyn).sort()).toEqual([0, 500_000, 500_000])
  expect(await loweredOf(consultations)).toMatchObject([{ program }])
})

test('a consultation whose program was given back goes on at its price with the deposit of a second one', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const [, lost = '', program, again] = await run(secondProgramAfterARefund, token)
  expect(again).toBe(lost)
  await pay(lost)
  expect(await lockless(lost)).toMatchObject({ state: 'paid', due_tiyn: 0 })
  expect(await loweredOf([lost])).toMatchObject([{ program }])
})

const consultation: Step = { do: 'press', product: 'consultation' }
const program: Step = { do: 'press', product: 'subscription' }

test.each<[string, Step[], number]>([
  [
    'at the full price, once the program that lowered a newer one was given back',
    [consultation, program, { do: 'pay', at: 1 }, consultation, { do: 'refund', at: 1 }, consultation],
    0,
  ],
  [
    'that has lost its deposit, with that of a second program, though a newer one is at the full price',
    [
      ...[program, { do: 'pay', at: 0 } as const, consultation, { do: 'refund', at: 0 } as const],
      ...[consultation, program, { do: 'pay', at: 3 } as const, consultation],
    ],
    1,
  ],
])('the consultation is continued %s', async (_what, steps, continued) => {
  const { token } = await server.signIn(freshEmail(timur))
  const placed = await run(steps, token)
  expect(placed.at(-1)).toBe(placed[continued])
})

test('a consultation that was lowered at a price of before gives its deposit to the one that is quoted now', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const [bought = '', before = ''] = await run([program, { do: 'pay', at: 0 }, consultation], token)
  await sql`update orders set price_tiyn = 6000000, charge_tiyn = 5500000 where id = ${before}::uuid`.execute(
    server.db,
  )
  const { consultation: quoted } = await shop.prices({ token })
  const [now = ''] = await run([consultation], token)
  expect(now).not.toBe(before)
  expect(await lockless(now)).toMatchObject({ charge_tiyn: quoted.chargeTiyn, deposit_tiyn: 500_000 })
  // Whoever pays at the old page all the same has the deposit there: one program lowers one of the two.
  await pay(before)
  await pay(now)
  expect(await loweredOf([before, now])).toEqual([{ id: before, program: bought }])
  expect(await lockless(now)).toMatchObject({ state: 'paid', due_tiyn: 500_000 })
})

test('a consultation that was pressed before its program is another order than the lowered one, and the lowered one is continued', async () => {
  const email = freshEmail(timur)
  const { token } = await server.signIn(email)
  const press = { do: 'press', product: 'consultation' } as const
  const [full = '', program, lowered = ''] = await run(
    [press, { do: 'press', product: 'subscription' }, { do: 'pay', at: 1 }, press],
    token,
  )
  expect(lowered).not.toBe(full)
  // A newer order of the same person, at the full price: they were not signed in, and named their e-mail.
  const visitors = buildIntent({ productType: 'consultation', email })
  const unlowered = await shop.placeOrder(visitors)
  const { intentId, intentSecret } = visitors
  const again = await shop.placeOrder(
    buildIntent({ productType: 'consultation', earlier: [{ intentId, intentSecret }] }),
    token,
  )
  expect(again.orderId).not.toBe(unlowered.orderId)
  expect(again.orderId).toBe(lowered)
  await pay(lowered)
  expect(await lockless(lowered)).toMatchObject({ state: 'paid', deposit_tiyn: 500_000, due_tiyn: 0 })
  expect(await loweredOf([lowered])).toMatchObject([{ program }])
})

const sendDays = (orderId: string, days: number) =>
  sql`
    with contact as (insert into message_contacts (phone) values (${`7${orderId.replace(/\D/g, '')}`.slice(0, 11).padEnd(11, '0')}) returning id)
    insert into messages (kind, contact_id, subscription_id, round, day, category, subcategory, deadline, status, sent_at, send_state)
    select 'daily', contact.id, subscriptions.id, 1, day, 'A', 'A2', now(), 'sent', now(), 'done'
    from contact, subscriptions, generate_series(1, ${days}::int) as day where order_id = ${orderId}`.execute(
    server.db,
  )

test.each([
  [0, 500_000],
  [2, 300_000],
  [5, 0],
])(
  'a program of %i days that lowered a paid consultation leaves it owing what goes back: %i',
  async (days, due) => {
    const { token } = await server.signIn(freshEmail(timur))
    const [program = ''] = await run([{ do: 'press', product: 'subscription' }], token)
    await pay(program)
    const [consultation = ''] = await run([{ do: 'press', product: 'consultation' }], token)
    await pay(consultation)
    if (days > 0) await sendDays(program, days)
    await Promise.all([refund(program), refund(program)])
    expect(await lockless(consultation)).toMatchObject({
      state: 'paid',
      deposit_tiyn: 500_000,
      charge_tiyn: 4_500_000,
      due_tiyn: due,
    })
    await refund(consultation)
    expect(await lockless(consultation)).toMatchObject({ state: 'refunded', due_tiyn: 0 })
  },
)

test('a program and the consultation that it lowered, refunded at once, leave nothing owing', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const [program = ''] = await run([{ do: 'press', product: 'subscription' }], token)
  await pay(program)
  const [consultation = ''] = await run([{ do: 'press', product: 'consultation' }], token)
  await pay(consultation)
  await Promise.all([refund(program), refund(consultation)])
  expect([await lockless(program), await lockless(consultation)]).toMatchObject([
    { state: 'refunded', due_tiyn: 0 },
    { state: 'refunded', due_tiyn: 0 },
  ])
})
