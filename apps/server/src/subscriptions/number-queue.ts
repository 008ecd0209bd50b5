import { programDays } from '@app/domain/orders/products'
import { firstDate } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import { holdsBack, type QueueCandidate, type Queued } from '@app/domain/subscriptions/number-queue'
import type { Kysely } from 'kysely'
import { findSuppressions, type Suppression } from '../messages/find-suppressions.ts'
import type { Tables } from '../services/tables.ts'
import { listSubscriptionsOfPhones, type Subscription } from './subscription-repository.ts'

/** A program in the queue of its number. */
export type QueueEntry = { subscription: Subscription; candidate: QueueCandidate }

/** Lists for each of these numbers the programs that send to it in turn, by any buyer. */
export async function listNumberQueues(
  db: Kysely<Tables>,
  phones: readonly string[],
  now: Date,
): Promise<Map<string | null, QueueEntry[]>> {
  return readQueues(db, phones, { now, heed: (suppression) => suppression })
}

/**
 * Lists the ids of the programs that wait for another program of the same number to end. An opt-out
 * of the number stops all of them, so it changes no order.
 */
export async function listWaiting(
  db: Kysely<Tables>,
  phones: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const heed = (suppression: Suppression) => ({ ...suppression, optedOut: false })
  const queues = [...(await readQueues(db, phones, { now, heed })).values()]
  const waiting = queues.flatMap((queue) => queue.filter((each) => isHeldBack(each, queue, now)))
  return new Set(waiting.map(({ subscription }) => subscription.id))
}

async function readQueues(
  db: Kysely<Tables>,
  phones: readonly string[],
  { now, heed }: { now: Date; heed: (suppression: Suppression) => Suppression },
): Promise<Map<string | null, QueueEntry[]>> {
  if (phones.length === 0) return new Map()
  const found = await listSubscriptionsOfPhones(db, phones, { sentSince: daysBefore(now, 2) })
  const suppressions = (await findSuppressions(db, found)).map(heed)
  const queue = found.map((subscription, index) => toQueueEntry(subscription, suppressions[index]))
  return Map.groupBy(queue, ({ subscription }) => subscription.phone)
}

/** Builds the queue entry of a program. */
export function toQueueEntry(subscription: Subscription, suppression: Suppression | undefined): QueueEntry {
  const { id, createdAt, category, progress } = subscription
  const isSilent = suppression !== undefined && (suppression.optedOut || suppression.withdrawn)
  const isHeld = progress.isPaused || progress.isUndeliverable
  const isUnderWay = progress.state === 'active' && progress.currentDay < programDays && !isHeld
  const isGoing = isUnderWay && !isSilent && category !== null
  return { subscription, candidate: { id, boughtAt: createdAt, lastSentOn: progress.lastSentOn, isGoing } }
}

/** Adds to a candidate the day of its next message and its first date. */
export function toQueued({ subscription, candidate }: QueueEntry, sendAt: string): Queued {
  const { begunAt, timezone, progress } = subscription
  const startsOn = firstDate(localTime(begunAt, timezone), sendAt)
  return { ...candidate, currentDay: progress.currentDay, startsOn }
}

/** Lists the programs of the number that this program waits for today. */
export function listBlockingPrograms(
  queue: readonly QueueEntry[],
  subscription: Subscription,
  now: Date,
): Subscription[] {
  const today = localTime(now, subscription.timezone).date
  const { candidate } = toQueueEntry(subscription, undefined)
  return queue.flatMap((each) => (holdsBack(each.candidate, candidate, today) ? each.subscription : []))
}

/**
 * Tells if an active program waits for an earlier one of its number. A message sent this morning
 * alone does not count.
 */
function isHeldBack(each: QueueEntry, queue: readonly QueueEntry[], now: Date): boolean {
  if (!each.candidate.isGoing) return false
  return listBlockingPrograms(queue, each.subscription, now).some(
    ({ createdAt }) => createdAt <= each.subscription.createdAt,
  )
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 3_600_000).toISOString().slice(0, 10)
}
