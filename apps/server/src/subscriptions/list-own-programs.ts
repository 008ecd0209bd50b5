import { renderDailyMessage } from '@app/content/ru/daily/daily-message'
import type { OwnProgram, SubscriptionDay } from '@app/contracts/subscription'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { programDays } from '@app/domain/orders/products'
import { checklistSubcategory } from '@app/domain/result/categories'
import {
  canCorrectPhone,
  listedPrograms,
  messagesLeft,
  programsFollowingAccount,
} from '@app/domain/subscriptions/account-programs'
import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import { type NextMessage, nextMessage } from '@app/domain/subscriptions/next-message'
import type { Kysely } from 'kysely'
import { getDailyMessage, type MessageLibrary } from '../messages/compose-message.ts'
import { findSuppressions } from '../messages/find-suppressions.ts'
import { findAccount } from '../orders/place/find-buyer.ts'
import type { Tables } from '../services/tables.ts'
import { hasMessageOnItsWay } from './daily-message-repository.ts'
import { listNumberQueues, toQueued, toQueueEntry } from './number-queue.ts'
import { listSubscriptionMessages, type SubscriptionMessage } from './subscription-queries.ts'
import { listSubscriptionsOfUser, type Subscription } from './subscription-repository.ts'

export type OwnProgramsServices = {
  db: Kysely<Tables>
  now: () => Date
  hours: MorningHours
  library: MessageLibrary
}

/**
 * Lists a user's programs with their next message, and the past days of their own programs. Days of
 * gifts are private to their readers. `messagesLeft` counts all programs.
 */
export async function listOwnPrograms(
  services: OwnProgramsServices,
  userId: string,
): Promise<{ programs: OwnProgram[]; messagesLeft: number }> {
  const { db, hours } = services
  const { sendAt, sendUntil } = hours
  const now = services.now()
  const bought = await listSubscriptionsOfUser(db, userId)
  const listed = listedPrograms(bought)
  const follow = new Set(programsFollowingAccount(bought, await findAccountPhone(db, userId)))
  const queues = await listNumberQueues(
    db,
    listed.flatMap(({ phone, progress }) => (phone && progress.state === 'active' ? phone : [])),
    now,
  )
  const silences = await findSuppressions(db, listed)
  const programs = listed.map(async (subscription, index): Promise<OwnProgram> => {
    const { id, invId, phone, isGift, progress } = subscription
    const { optedOut = false, withdrawn = false } = silences[index] ?? {}
    const follows = follow.has(subscription)
    const isOnItsWay = follows || (await hasMessageOnItsWay(db, id))
    const queue = queues.get(phone) ?? []
    const next = nextMessage(toQueued(toQueueEntry(subscription, silences[index]), sendAt), {
      mine: queue.flatMap((each) => (each.subscription.userId === userId ? toQueued(each, sendAt) : [])),
      all: queue.map((each) => toQueued(each, sendAt)),
      ...{ now: localTime(now, subscription.timezone), hours },
      isReaddressed: subscription.undeliverablePhone !== null && !progress.isUndeliverable,
    })
    return {
      ...{ subscriptionId: id, invId, isGift, follows },
      ...{ state: progress.state, currentDay: progress.currentDay },
      ...toNextMessageView(next),
      ...{ nextAt: sendAt, nextUntil: sendUntil },
      ...{ optedOut, withdrawn, paused: progress.isPaused, unreached: progress.isUndeliverable },
      phone: phone && `+${phone}`,
      canMendPhone: canCorrectPhone(subscription, { follows, isOnItsWay }),
      checklistUrl: services.library.checklistUrl(
        checklistSubcategory(subscription.category, subscription.subcategory),
      ),
      days: isGift ? [] : await listDays(services, subscription),
    }
  })
  return { programs: await Promise.all(programs), messagesLeft: messagesLeft(bought) }
}

function toNextMessageView({ when, on }: NextMessage): Pick<OwnProgram, 'nextOn' | 'isToday' | 'begins'> {
  return { nextOn: on, isToday: when === 'today', begins: when === 'on' || when === 'today' ? null : when }
}

/** The phone of an account, in digits. */
export async function findAccountPhone(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const phone = (await findAccount(db, userId))?.phone
  return phone ? toWhatsappNumber(phone) : null
}

async function listDays(
  { db, library }: OwnProgramsServices,
  subscription: Subscription,
): Promise<SubscriptionDay[]> {
  const messages = await listSubscriptionMessages(db, subscription.id, subscription.round)
  return Array.from({ length: programDays }, (_, index) => toDay(subscription, index + 1, messages, library))
}

function toDay(
  subscription: Subscription,
  day: number,
  messages: readonly SubscriptionMessage[],
  library: MessageLibrary,
): SubscriptionDay {
  const daily = getDailyMessage(library.daily, subscription.category ?? 'A', day)
  const message = messages.find((each) => each.day === day && isShown(each, subscription))
  const isOpen = day <= subscription.progress.currentDay
  return {
    day,
    theme: daily.theme,
    status: message?.status ?? null,
    sentAt: message?.sentAt ?? null,
    text: isOpen ? renderDailyMessage(daily, subscription.name ?? '') : null,
  }
}

/** Returns whether a message tells how far its day is: one that WhatsApp gave back does so until its number is mended. */
function isShown({ sentAt, failure }: SubscriptionMessage, { progress }: Subscription): boolean {
  return failure === 'recipient' ? progress.isUndeliverable : sentAt !== null
}
