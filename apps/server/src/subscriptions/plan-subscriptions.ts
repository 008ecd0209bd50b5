import { type DayPlan, planDay } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Kysely } from 'kysely'
import { listWithdrawn } from '../consents/consent-repository.ts'
import type { Tables } from '../services/tables.ts'
import { type Subscription, toPlanned } from './subscription-repository.ts'

export type PlanOptions = { now: Date; sendAt: string; ignoreHour: boolean }

/** A program with what the plan says of it now. */
export type PlannedSubscription = {
  subscription: Subscription
  plan: DayPlan
  /** The number asked for silence in WhatsApp. */
  optedOut: boolean
  /** The user stopped the messages in the cabinet. */
  withdrawn: boolean
}

/** Asks the plan what each program is due, by the clocks of whom it is for. */
export async function planSubscriptions(
  db: Kysely<Tables>,
  subscriptions: readonly Subscription[],
  { now, sendAt, ignoreHour }: PlanOptions,
): Promise<PlannedSubscription[]> {
  const optedOut = await listOptedOut(
    db,
    subscriptions.flatMap(({ phone }) => phone ?? []),
  )
  const withdrawn = await listWithdrawn(
    db,
    'messages',
    subscriptions.flatMap(({ userId }) => userId ?? []),
  )
  return subscriptions.map((subscription) => {
    const hasStopped = subscription.userId !== null && withdrawn.has(subscription.userId)
    const isOut = subscription.phone !== null && optedOut.has(subscription.phone)
    const planned = toPlanned(subscription, { sendAt, optedOut: isOut || hasStopped })
    return {
      subscription,
      plan: planDay(planned, localTime(now, subscription.timezone), { sendAt, ignoreHour }),
      optedOut: isOut,
      withdrawn: hasStopped,
    }
  })
}

async function listOptedOut(db: Kysely<Tables>, phones: readonly string[]): Promise<Set<string | null>> {
  if (phones.length === 0) return new Set()
  const rows = await db
    .selectFrom('message_contacts')
    .select('phone')
    .where('phone', 'in', [...new Set(phones)])
    .where('opted_out_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ phone }) => phone))
}
