import type { DailyStatusResponse } from '@app/contracts/daily-messaging'
import { maskPhone } from '@app/domain/messages/phone'
import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { type PlannedSubscription, planSubscriptions } from './plan-subscriptions.ts'
import { listSubscriptionsOfEmail } from './subscription-repository.ts'

type SubscriptionStatus = DailyStatusResponse['subscriptions'][number]
export type SubscriptionMessage = SubscriptionStatus['messages'][number]

/** Lists the state of the programs of an e-mail address, for the staff. Phones are masked. */
export async function listSubscriptionStatuses(
  db: Kysely<Tables>,
  email: string,
  { now, hours }: { now: Date; hours: MorningHours },
): Promise<DailyStatusResponse> {
  const subscriptions = await listSubscriptionsOfEmail(db, email)
  const planned = await planSubscriptions(db, subscriptions, { now, hours, ignoreHour: false })
  return { subscriptions: await Promise.all(planned.map((each) => toStatus(db, each))) }
}

/** The messages of a program, newest first; of one round, when that is given. */
export async function listSubscriptionMessages(
  db: Kysely<Tables>,
  subscriptionId: string,
  round: number | null = null,
): Promise<SubscriptionMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['daily', 'manual'])
    .$if(round !== null, (query) => query.where('round', '=', round))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'daily' ? 'daily' : 'manual',
    day: row.day ?? 1,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    failure: row.failure,
    errorCode: row.error_code,
  }))
}

async function toStatus(
  db: Kysely<Tables>,
  { subscription, plan, optedOut, withdrawn }: PlannedSubscription,
): Promise<SubscriptionStatus> {
  return {
    id: subscription.id,
    category: subscription.category,
    state: subscription.progress.state,
    currentDay: subscription.progress.currentDay,
    lastSentOn: subscription.progress.lastSentOn,
    round: subscription.round,
    phone: subscription.phone ? maskPhone(subscription.phone) : null,
    optedOut: optedOut || withdrawn,
    plan,
    messages: await listSubscriptionMessages(db, subscription.id),
  }
}
