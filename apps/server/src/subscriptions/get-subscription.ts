import { renderDailyMessage } from '@app/content/ru/daily/daily-message'
import type { Subscription as SubscriptionBody, SubscriptionDay } from '@app/contracts/subscription'
import { programDays } from '@app/domain/orders/products'
import { checklistSubcategory } from '@app/domain/result/categories'
import type { SubscriptionProgress } from '@app/domain/subscriptions/daily-plan'
import { type LocalTime, localTime, nextDate } from '@app/domain/subscriptions/local-time'
import { messagesLeft, shownOf } from '@app/domain/subscriptions/several'
import type { Kysely } from 'kysely'
import { getDailyMessage, type MessageLibrary } from '../messages/compose-message.ts'
import type { Tables } from '../services/tables.ts'
import { planSubscriptions } from './plan-subscriptions.ts'
import { listSubscriptionMessages, type SubscriptionMessage } from './subscription-queries.ts'
import { listSubscriptionsOfUser, type Subscription, toPlanned } from './subscription-repository.ts'

export type SubscriptionServices = {
  db: Kysely<Tables>
  now: () => Date
  sendAt: string
  library: MessageLibrary
}

/** The program that a user's cabinet shows, of several the one that runs: the days so far with their texts, and when the next one comes. */
export async function getSubscription(
  services: SubscriptionServices,
  userId: string,
): Promise<SubscriptionBody | null> {
  const { db, library, sendAt } = services
  const now = services.now()
  const programs = await listSubscriptionsOfUser(db, userId)
  const subscription = shownOf(programs)
  if (!subscription) return null
  const [planned] = await planSubscriptions(db, [subscription], { now, sendAt, ignoreHour: false })
  const { optedOut = false, withdrawn = false } = planned ?? {}
  const messages = await listSubscriptionMessages(db, subscription.id, subscription.round)
  return {
    subscriptionId: subscription.id,
    state: subscription.progress.state,
    currentDay: subscription.progress.currentDay,
    nextOn: nextOn(
      toPlanned(subscription, { sendAt, optedOut: optedOut || withdrawn }),
      localTime(now, subscription.timezone),
    ),
    nextAt: sendAt,
    optedOut,
    withdrawn,
    paused: subscription.progress.isPaused,
    phone: subscription.phone && `+${subscription.phone}`,
    checklistUrl: library.checklistUrl(checklistSubcategory(subscription.category, subscription.subcategory)),
    messagesLeft: messagesLeft(programs),
    days: Array.from({ length: programDays }, (_, index) =>
      toDay(subscription, index + 1, messages, library),
    ),
  }
}

function nextOn(progress: SubscriptionProgress, now: LocalTime): string | null {
  if (progress.state !== 'active' || progress.isPaused || progress.optedOut) return null
  const earliest = progress.lastSentOn === now.date ? nextDate(now.date) : now.date
  return [earliest, progress.startsOn].toSorted().at(-1) ?? null
}

function toDay(
  subscription: Subscription,
  day: number,
  messages: readonly SubscriptionMessage[],
  library: MessageLibrary,
): SubscriptionDay {
  const daily = getDailyMessage(library.daily, subscription.category ?? 'A', day)
  const message = messages.find((each) => each.day === day && each.sentAt !== null)
  const isOpen = day <= subscription.progress.currentDay
  return {
    day,
    theme: daily.theme,
    status: message?.status ?? null,
    sentAt: message?.sentAt ?? null,
    text: isOpen ? renderDailyMessage(daily, subscription.name ?? '') : null,
  }
}
