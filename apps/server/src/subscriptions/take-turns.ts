import { localTime } from '@app/domain/subscriptions/local-time'
import { type Contender, holdsBack } from '@app/domain/subscriptions/turns'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { type PlannedSubscription, type PlanOptions, planSubscriptions } from './plan-subscriptions.ts'
import { listSubscriptionsOfPhones, type Subscription } from './subscription-repository.ts'

/** Of the programs that are due, those that no other program to the same number makes wait today. */
export async function takeTurns<Due extends { subscription: Subscription; phone: string }>(
  db: Kysely<Tables>,
  due: readonly Due[],
  { now, sendAt }: Pick<PlanOptions, 'now' | 'sendAt'>,
): Promise<Due[]> {
  if (due.length === 0) return []
  const phones = due.map(({ phone }) => phone)
  const others = await listSubscriptionsOfPhones(db, phones, { sentSince: daysBefore(now, 2) })
  const planned = await planSubscriptions(db, others, { now, sendAt, ignoreHour: false })
  const byPhone = Map.groupBy(planned, ({ subscription }) => subscription.phone)
  return due.filter(({ subscription, phone }) => {
    const today = localTime(now, subscription.timezone).date
    const waiting = toContender(subscription, true)
    return !byPhone
      .get(phone)
      ?.some((other) => holdsBack(toContender(other.subscription, isGoing(other)), waiting, today))
  })
}

function toContender({ id, createdAt, progress }: Subscription, isGoing: boolean): Contender {
  return { id, boughtAt: createdAt, lastSentOn: progress.lastSentOn, isGoing }
}

function isGoing({ subscription, plan }: PlannedSubscription): boolean {
  const stands = plan.plan === 'done' || (plan.plan === 'wait' && plan.reason === 'paused')
  return !stands && subscription.category !== null
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 3_600_000).toISOString().slice(0, 10)
}
