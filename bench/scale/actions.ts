import { actAs } from '@app/platform/database/act-as'
import { listConsents } from '@app/server/consents/consent-repository'
import { hasUnusedDeposit } from '@app/server/orders/deposit/deposit-repository'
import { listOrders } from '@app/server/orders/list/order-queries'
import { adoptPurchases, listBoughtPrograms } from '@app/server/orders/own-orders'
import { listPanelOrders } from '@app/server/orders/panel/panel-orders-queries'
import {
  type ReconcileQuestion,
  type ReconcileServices,
  reconcileOrder,
} from '@app/server/payments/reconcile/reconcile-order'
import { deleteOldData } from '@app/server/retention/delete-old-data'
import { listOwnPrograms } from '@app/server/subscriptions/list-own-programs'
import { queueDueMessages } from '@app/server/subscriptions/queue-due-messages'
import { listSubscriptionStatuses } from '@app/server/subscriptions/subscription-queries'
import { testLibrary } from '@app/testing/messages/given-messages'
import { seededId } from '@app/testing/scale/seed'
import { sql } from 'kysely'
import type { Sized } from './sized.ts'

/** Something people wait for, or that goes on by itself, done once. */
export type Action = {
  name: string
  /** What has to be there before, which is not measured. */
  prepare?: (sized: Sized) => Promise<void>
  once: (sized: Sized) => Promise<unknown>
  /** How often at most. */
  rounds?: number
}

const now = () => new Date()
const silent = { info() {}, warn() {}, error() {} }
const hours = { sendAt: '09:00', sendUntil: '12:00' }
const emailOf = (n: number) => `person${n}@example.kz`

const ofSomebody =
  (work: (sized: Sized, person: { userId: string; email: string }) => Promise<unknown>) =>
  async (sized: Sized) => {
    const n = sized.next()
    return work(sized, { userId: seededId('user', n), email: emailOf(n) })
  }

/** What the reconciliation asks about next. */
let asked: ReconcileQuestion = { orderId: '', turn: 0 }

export const actions: readonly Action[] = [
  {
    name: 'cabinet: latest result, under the policies',
    once: ofSomebody(({ db }, { userId }) =>
      actAs(db, { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } }, (trx) =>
        trx
          .selectFrom('quiz_leads')
          .select(['id', 'quiz_answers'])
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .limit(1)
          .execute(),
      ),
    ),
  },
  { name: 'cabinet: orders', once: ofSomebody(({ db }, { userId }) => listOrders(db, userId)) },
  {
    name: 'cabinet: program',
    once: ofSomebody(({ db }, { userId }) =>
      listOwnPrograms({ db, now, hours, library: testLibrary }, userId),
    ),
  },
  { name: 'cabinet: consents', once: ofSomebody(({ db }, { userId }) => listConsents(db, userId)) },
  {
    name: 'order: purchases before the account, deposit, program under way',
    once: ofSomebody(async ({ db }, { userId, email }) => {
      const proof = { userId, confirmedEmail: email, orderIds: [], email, test: false }
      await adoptPurchases(db, userId)
      await hasUnusedDeposit(db, proof)
      await listBoughtPrograms(db, proof)
    }),
  },
  {
    name: 'desk: orders of an e-mail',
    once: ofSomebody(({ db }, { email }) => listPanelOrders(db, { email })),
  },
  {
    name: 'desk: programs of an e-mail',
    once: ofSomebody(({ db }, { email }) => listSubscriptionStatuses(db, email, { now: now(), hours })),
  },
  {
    name: 'due programs: one look at 40',
    once: ({ db, jobs }) => queueDueMessages({ db, jobs, now, hours }, { force: true, dryRun: true }),
  },
  {
    name: 'reconciliation: one question about an order',
    prepare: async ({ db, next }) => {
      asked = { orderId: seededId('order', next()), turn: 0 }
      await sql`
        update orders set state = 'created', paid_at = null, created_at = now(), turn = 0, asked = 0
        where id = ${asked.orderId}`.execute(db)
    },
    once: ({ db, jobs }) => {
      const gateway: ReconcileServices['gateway'] = {
        provider: 'robokassa',
        askStatus: async () => ({ outcome: 'not_found' }),
      }
      return reconcileOrder({ db, jobs, log: silent, gateway }, asked)
    },
  },
  {
    name: 'retention: a night with 40 accounts and 200 leads to forget',
    rounds: 20,
    prepare: async ({ db }) => {
      await sql`
        with users as (
          insert into auth.users (id, email, created_at)
          select gen_random_uuid(), gen_random_uuid() || '@example.kz', now() - interval '4 years' from generate_series(1, 40)
          returning id, email
        ), leads as (
          insert into quiz_leads (user_id, email, phone, created_at, ownership)
          select id, email, '+77020000000', now() - interval '4 years', 'own' from users
        )
        insert into quiz_leads (email, phone, created_at)
        select n || '@example.kz', '+77020000000', now() - interval '4 years' from generate_series(1, 200) as n`.execute(
        db,
      )
    },
    once: ({ db }) => deleteOldData({ db, now, log: silent }),
  },
  {
    name: 'account deletion',
    rounds: 10,
    once: ofSomebody(({ db }, { userId }) => sql`select delete_account(${userId}::uuid)`.execute(db)),
  },
]
