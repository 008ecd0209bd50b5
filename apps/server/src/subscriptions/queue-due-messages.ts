import { isDeepStrictEqual } from 'node:util'
import type { TriggerResponse } from '@app/contracts/daily-messaging'
import { maskPhone } from '@app/domain/messages/phone'
import type { Category } from '@app/domain/result/categories'
import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import type { Kysely, Transaction } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import type { Tables } from '../services/tables.ts'
import { queueDayMessages } from './daily-message-repository.ts'
import { dropBlockedPrograms } from './drop-blocked-programs.ts'
import { greetingName } from './greeting-name.ts'
import { planSubscriptions } from './plan-subscriptions.ts'
import { listActiveSubscriptions, lockSubscriptions, type Subscription } from './subscription-repository.ts'

export type DailyServices = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  now: () => Date
  /** The hours of sending. */
  hours: MorningHours
}

export type QueueOptions = {
  /** Do not keep the hours, and revive what failed. */
  force: boolean
  /** Only lists the due programs. */
  dryRun: boolean
}

/** The number of programs in memory. */
const pageSize = 200
const maxListedMessages = 100

type DueDay = { subscription: Subscription; phone: string; category: Category; day: number }

/**
 * Finds the programs whose day it is and puts its message into the queue, once for each day however
 * often and in however many processes this runs. Of several programs to one number one is due at a
 * time.
 */
export async function queueDueMessages(
  services: DailyServices,
  options: QueueOptions,
): Promise<TriggerResponse> {
  const report: TriggerResponse = { dryRun: options.dryRun, due: 0, queued: 0, unreachable: 0, messages: [] }
  const now = services.now()
  const queueing = { reviveAll: options.force, morningOnly: !options.force }
  for (let afterId: string | null = null; ; ) {
    const subscriptions: Subscription[] = await listActiveSubscriptions(services.db, {
      afterId,
      limit: pageSize,
    })
    const { due, unreachable } = await findDue(services, subscriptions, { ...options, now })
    report.due += due.length
    report.unreachable += unreachable
    report.messages.push(...due.slice(0, maxListedMessages - report.messages.length).map(toListed))
    if (!options.dryRun) report.queued += await queuePage(services, due, { ...queueing, now })

    afterId = subscriptions.at(-1)?.id ?? null
    if (subscriptions.length < pageSize) return report
  }
}

async function findDue(
  { db, hours }: DailyServices,
  subscriptions: readonly Subscription[],
  { force, now }: QueueOptions & { now: Date },
): Promise<{ due: DueDay[]; unreachable: number }> {
  const planned = await planSubscriptions(db, subscriptions, { now, hours, ignoreHour: force })
  const sending = planned.flatMap(({ subscription, plan }) =>
    plan.plan === 'send' ? [{ subscription, day: plan.day }] : [],
  )
  const due = sending.flatMap(({ subscription, day }) => {
    const { phone, category } = subscription
    return phone && category ? [{ subscription, day, phone, category }] : []
  })
  return { due: await dropBlockedPrograms(db, due, now), unreachable: sending.length - due.length }
}

/**
 * Queues the messages of programs that have not changed since they were read; the others follow
 * next time. Messages are locked before programs, as in delivery reports.
 */
async function queuePage(
  services: DailyServices,
  due: readonly DueDay[],
  options: { now: Date; reviveAll: boolean; morningOnly: boolean },
): Promise<number> {
  if (due.length === 0) return 0
  const changed = new Set<string>()
  const queued = services.db.transaction().execute(async (trx) => {
    const programs = await queueMessages(trx, due, options)
    if (programs.length === 0) return 0
    const held = new Map((await lockSubscriptions(trx, programs)).map((each) => [each.id, each]))
    for (const { subscription } of due) {
      const asHeld = held.get(subscription.id)
      if (programs.includes(subscription.id) && !isDeepStrictEqual(asHeld, subscription)) {
        changed.add(subscription.id)
      }
    }
    if (changed.size > 0) throw new ConcurrentChangeError()
    await services.jobs.enqueue(trx, sendDueMessagesJob, {})
    return programs.length
  })
  return queued.catch((error) => {
    if (!(error instanceof ConcurrentChangeError)) throw error
    const unchanged = due.filter(({ subscription }) => !changed.has(subscription.id))
    return queuePage(services, unchanged, options)
  })
}

class ConcurrentChangeError extends Error {}

/** Returns the programs with a queued message. */
async function queueMessages(
  trx: Transaction<Tables>,
  due: readonly DueDay[],
  options: { now: Date; reviveAll: boolean; morningOnly: boolean },
): Promise<string[]> {
  const contacts = await contactIds(
    trx,
    due.map(({ phone }) => phone),
  )
  const messages = due.flatMap(({ subscription, day, phone, category }) => {
    const contactId = contacts.get(phone)
    if (!contactId) return []
    const { id, userId, subcategory, round } = subscription
    const recipientName = greetingName(subscription, day)
    return [{ subscriptionId: id, userId, recipientName, contactId, category, subcategory, round, day }]
  })
  const queued = await queueDayMessages(trx, messages, options)
  return queued.flatMap(({ subscriptionId }) => subscriptionId ?? [])
}

async function contactIds(trx: Transaction<Tables>, phones: readonly string[]): Promise<Map<string, string>> {
  // Sorted, so that concurrent processes cannot deadlock.
  const distinct = [...new Set(phones)].sort()
  await trx
    .insertInto('message_contacts')
    .values(distinct.map((phone) => ({ phone })))
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
  const rows = await trx
    .selectFrom('message_contacts')
    .select(['id', 'phone'])
    .where('phone', 'in', distinct)
    .execute()
  return new Map(rows.flatMap(({ id, phone }) => (phone ? [[phone, id] as const] : [])))
}

function toListed({ subscription, phone, category, day }: DueDay): TriggerResponse['messages'][number] {
  return { subscriptionId: subscription.id, category, day, phone: maskPhone(phone) }
}
