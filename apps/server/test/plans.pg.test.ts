import { actAs } from '@app/platform/database/act-as'
import { openDatabase } from '@app/platform/database/open-database'
import { findJobStatus } from '@app/server/alarms/installation-queries'
import { listConsents, listWithdrawn } from '@app/server/consents/consent-repository'
import { readJournal } from '@app/server/desk/journal/journal-query'
import { listStaff } from '@app/server/desk/staff-queries'
import { readToday } from '@app/server/desk/today-queries'
import { describeError } from '@app/server/http/describe-error'
import { openJobs } from '@app/server/jobs/jobs'
import { lockDueMessage } from '@app/server/messages/message-repository'
import { deleteOldEvents, lockNextEvent } from '@app/server/messages/reports/event-repository'
import { registerQueueMetrics } from '@app/server/metrics/queue-metrics'
import {
  claimDeposit,
  hasUnusedDeposit,
  withdrawDeposit,
} from '@app/server/orders/deposit/deposit-repository'
import { hasOpenOrderWithDeposit, listOrders } from '@app/server/orders/list/order-queries'
import { notifyOwnerJob } from '@app/server/orders/mails/notify-owner.job'
import { lockOpenOrders, lockOrderByInvId } from '@app/server/orders/order-repository'
import { adoptPurchases, listBoughtPrograms } from '@app/server/orders/own-orders'
import { listPanelOrders } from '@app/server/orders/panel/panel-orders-queries'
import { revokeOwnerRoles } from '@app/server/panel/revoke-owner-roles'
import type { OwnTables, Tables } from '@app/server/services/tables'
import { stopWaitingDays } from '@app/server/subscriptions/daily-message-repository'
import { listSubscriptionMessages } from '@app/server/subscriptions/subscription-queries'
import {
  listSubscriptionsOfEmail,
  listSubscriptionsOfPhones,
  listSubscriptionsOfUser,
} from '@app/server/subscriptions/subscription-repository'
import { givenDatabase } from '@app/testing/database/given-database'
import { readWholeTables } from '@app/testing/scale/read-plans'
import { growingTables, seededId, seedPeople } from '@app/testing/scale/seed'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Enough that an index is worth it wherever there is one. */
const people = 5_000
const n = 2_000
const email = `person${n}@example.kz`
const userId = seededId('user', n)
const orderId = seededId('order', n)
const subscriptionId = seededId('program', n)

/** As many jobs are done, and one waits. */
const job = { ...notifyOwnerJob, name: 'a_job_of_this_test' }

let db: Kysely<Tables>
let close: () => Promise<void>

beforeAll(async () => {
  const database = await givenDatabase()
  const opened = await openDatabase(database.settings)
  db = opened.db.$extendTables<OwnTables>()
  const jobs = await openJobs(db, { kind: database.settings.kind, describeError })
  close = async () => {
    await jobs.stop()
    await opened.close()
    await database.drop()
  }
  await seedPeople(db, people)
  await jobs.register(job, async () => {})
  await sql`insert into pgboss.job (name, state, completed_on)
    select ${job.name}, 'completed', now() from generate_series(1, ${people}::int)`.execute(db)
  await db.transaction().execute((trx) => jobs.enqueue(trx, job, { orderId }))
  await sql`vacuum (analyze) pgboss.job_common`.execute(db)
})
afterAll(() => close())

const now = new Date()
const proof = () => ({ userId, confirmedEmail: email, orderIds: [], email, test: false })
const inTransaction = (work: (trx: Transaction<Tables>) => Promise<unknown>) => (on: Kysely<Tables>) =>
  on.transaction().execute(work)

const looks: Record<string, (on: Kysely<Tables>) => Promise<unknown>> = {
  'the cabinet’s orders': (on) => listOrders(on, userId),
  'the cabinet’s program': (on) => listSubscriptionsOfUser(on, userId),
  'programs to the same number': (on) =>
    listSubscriptionsOfPhones(on, ['77010000001'], { sentSince: '2026-11-01' }),
  'a program’s messages': (on) => listSubscriptionMessages(on, subscriptionId),
  'the cabinet’s consents': (on) => listConsents(on, userId),
  'a deposit': (on) => hasUnusedDeposit(on, proof()),
  'a deposit that is claimed': inTransaction((trx) => claimDeposit(trx, proof(), orderId)),
  'an order that holds one': (on) => hasOpenOrderWithDeposit(on, { userId, test: false }),
  'an order to go on with': inTransaction((trx) => lockOpenOrders(trx, 'consultation', proof())),
  'an order by its number': inTransaction((trx) => lockOrderByInvId(trx, 7)),
  'programs that were bought': (on) => listBoughtPrograms(on, proof()),
  'purchases before the account': (on) => adoptPurchases(on, userId),
  'a refunded program’s deposit': inTransaction((trx) => withdrawDeposit(trx, orderId)),
  'a program that ends': inTransaction((trx) =>
    stopWaitingDays(trx, subscriptionId, { failure: 'cancelled', now }),
  ),
  'orders at the panel by e-mail': (on) => listPanelOrders(on, { email }),
  'an order at the panel by number': (on) => listPanelOrders(on, { invId: 7 }),
  'programs of an e-mail': (on) => listSubscriptionsOfEmail(on, email),
  'stopped messages': (on) => listWithdrawn(on, 'messages', [userId]),
  'the next message': inTransaction((trx) => lockDueMessage(trx, now)),
  'the next report': inTransaction((trx) => lockNextEvent(trx)),
  'reports nobody needs': (on) => deleteOldEvents(on, now),
  'the staff': (on) => listStaff(on),
  'owners who are none any more': (on) => revokeOwnerRoles({ db: on, jobs: { enqueue: async () => {} } }, []),
  'what the desk shows today to whoever looks after the machine': (on) =>
    readToday(on, { role: 'technician', now, isPersonMissing: false }),
  'the journal': (on) => readJournal(on, {}, { limit: 50 }),
  'the journal of one of the staff': (on) => readJournal(on, { by: userId }, { limit: 50 }),
  'the journal about a person': (on) => readJournal(on, { person: userId }, { limit: 50 }),
  'the queues': (on) => registerQueueMetrics(new Registry(), on),
  'how jobs stand': (on) => findJobStatus(on, now),
}

test.each(Object.entries(looks))('%s is found without reading a table from end to end', async (_, look) => {
  const whole = await readWholeTables(db, look)
  const growing: readonly string[] = [...growingTables, 'pgboss.job_common']
  expect(whole.filter((table) => growing.includes(table))).toEqual([])
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
