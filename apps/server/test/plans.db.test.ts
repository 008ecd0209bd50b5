import { actAs } from '@app/platform/database/act-as'
import { openDatabase } from '@app/platform/database/open-database'
import { listConsents, listWithdrawn } from '@app/server/consents/consent-repository'
import { lockDueMessage } from '@app/server/messages/message-repository'
import { lockNextEvent, pruneEvents } from '@app/server/messages/reports/event-repository'
import { claimDeposit, hasUnusedDeposit, withdrawDeposit } from '@app/server/orders/deposit-repository'
import { listDeskOrders } from '@app/server/orders/order-desk-queries'
import { hasOpenOrderWithDeposit, listOrders } from '@app/server/orders/order-queries'
import { lockOpenOrder, lockOrderByInvId } from '@app/server/orders/order-repository'
import { adoptPurchases, hasRunningSubscription } from '@app/server/orders/own-orders'
import type { OwnTables, Tables } from '@app/server/services/tables'
import { stopWaitingDays } from '@app/server/subscriptions/daily-message-repository'
import { listSubscriptionMessages } from '@app/server/subscriptions/subscription-queries'
import {
  findSubscriptionOfUser,
  listSubscriptionsOfEmail,
} from '@app/server/subscriptions/subscription-repository'
import { givenDatabase } from '@app/testing/database/given-database'
import { readWholeTables } from '@app/testing/scale/read-plans'
import { growingTables, seededId, seedPeople } from '@app/testing/scale/seed'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Enough that an index is worth it wherever there is one. */
const people = 5_000
const n = 2_000
const email = `person${n}@example.kz`
const userId = seededId('user', n)
const orderId = seededId('order', n)
const subscriptionId = seededId('program', n)

let db: Kysely<Tables>
let close: () => Promise<void>

beforeAll(async () => {
  const database = await givenDatabase()
  const opened = await openDatabase(database.settings)
  db = opened.db.$extendTables<OwnTables>()
  close = () => opened.close().then(database.drop)
  await seedPeople(db, people)
})
afterAll(() => close())

const now = new Date()
const proof = () => ({ userId, confirmedEmail: email, orderIds: [], email, test: false })
const inTransaction = (work: (trx: Transaction<Tables>) => Promise<unknown>) => (on: Kysely<Tables>) =>
  on.transaction().execute(work)

const looks: Record<string, (on: Kysely<Tables>) => Promise<unknown>> = {
  'the cabinet’s orders': (on) => listOrders(on, userId),
  'the cabinet’s program': (on) => findSubscriptionOfUser(on, userId),
  'a program’s messages': (on) => listSubscriptionMessages(on, subscriptionId),
  'the cabinet’s consents': (on) => listConsents(on, userId),
  'a deposit': (on) => hasUnusedDeposit(on, proof()),
  'a deposit that is claimed': inTransaction((trx) => claimDeposit(trx, proof(), orderId)),
  'an order that holds one': (on) => hasOpenOrderWithDeposit(on, userId),
  'an order to go on with': inTransaction((trx) => lockOpenOrder(trx, 'consultation', proof())),
  'an order by its number': inTransaction((trx) => lockOrderByInvId(trx, 7)),
  'a program under way': (on) => hasRunningSubscription(on, proof()),
  'purchases before the account': (on) => adoptPurchases(on, userId),
  'a refunded program’s deposit': inTransaction((trx) => withdrawDeposit(trx, orderId)),
  'a program that ends': inTransaction((trx) =>
    stopWaitingDays(trx, subscriptionId, { failure: 'cancelled', now }),
  ),
  'orders at the desk by e-mail': (on) => listDeskOrders(on, { email }),
  'an order at the desk by number': (on) => listDeskOrders(on, { invId: 7 }),
  'programs of an e-mail': (on) => listSubscriptionsOfEmail(on, email),
  'stopped messages': (on) => listWithdrawn(on, 'messages', [userId]),
  'the next message': inTransaction((trx) => lockDueMessage(trx, now)),
  'the next report': inTransaction((trx) => lockNextEvent(trx)),
  'reports nobody needs': (on) => pruneEvents(on, now),
}

test.each(Object.entries(looks))('%s is found without reading a table from end to end', async (_, look) => {
  const whole = await readWholeTables(db, look)
  expect(whole.filter((table) => growingTables.some((growing) => growing === table))).toEqual([])
})

test('a user finds their leads by an index, for all the policies', async () => {
  const identity = { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } } as const
  const plan = await actAs(db, identity, (trx) =>
    sql<{ 'QUERY PLAN': string }>`
      explain select name from quiz_leads where user_id = ${userId}::uuid order by created_at desc limit 1`.execute(
      trx,
    ),
  )
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('quiz_leads_user_id_created_at_idx')
})
