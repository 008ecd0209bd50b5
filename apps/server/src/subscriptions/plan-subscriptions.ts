import { type DayPlan, type MorningHours, planDay } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Kysely } from 'kysely'
import { findSuppressions, type Suppression } from '../messages/find-suppressions.ts'
import type { Tables } from '../services/tables.ts'
import { type Subscription, toPlanProgress } from './subscription-repository.ts'

export type PlanOptions = { now: Date; hours: MorningHours; ignoreHour: boolean }

/** A program with what the plan says of it now. */
export type PlannedSubscription = Suppression & { subscription: Subscription; plan: DayPlan }

/** Asks the plan what each program is due, by the clocks of whom it is for. */
export async function planSubscriptions(
  db: Kysely<Tables>,
  subscriptions: readonly Subscription[],
  { now, hours, ignoreHour }: PlanOptions,
): Promise<PlannedSubscription[]> {
  const silences = await findSuppressions(db, subscriptions)
  return subscriptions.map((subscription, index) => {
    const { optedOut = false, withdrawn = false } = silences[index] ?? {}
    const planned = toPlanProgress(subscription, { ...hours, optedOut: optedOut || withdrawn })
    const plan = planDay(planned, localTime(now, subscription.timezone), { ...hours, ignoreHour })
    return { subscription, plan, optedOut, withdrawn }
  })
}
