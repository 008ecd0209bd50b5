import { firstTask } from '@app/content/ru/checklists/first-task'
import { renderDailyMessage } from '@app/content/ru/daily/daily-message'
import type { FirstMessage } from '@app/contracts/payments'
import { maskPhone, toWhatsappNumber } from '@app/domain/messages/phone'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { checklistSubcategory } from '@app/domain/result/categories'
import type { MorningHours } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import { firstMorning } from '@app/domain/subscriptions/next-message'
import type { Kysely } from 'kysely'
import { getDailyMessage, type MessageLibrary } from '../messages/compose-message.ts'
import { findSuppressions } from '../messages/find-suppressions.ts'
import type { Tables } from '../services/tables.ts'
import { greetingName } from './greeting-name.ts'
import { findSubscriptionOfOrder, type Subscription, toPlanProgress } from './subscription-repository.ts'

export type FirstMessageServices = {
  db: Kysely<Tables>
  now: () => Date
  hours: MorningHours
  library: Pick<MessageLibrary, 'daily'>
}

/**
 * Finds a paid program's first message and its time; null once it was sent or when the time is
 * unknown. Problems of the number are revealed only for signed-in orders. `owner` has the result's
 * answers; null for the holder of the secret alone, who sees no personal data.
 */
export async function findFirstMessage(
  { db, now, hours, library }: FirstMessageServices,
  orderId: string,
  owner: { answers: QuizAnswers | null } | null,
): Promise<FirstMessage | null> {
  const program = await findSubscriptionOfOrder(db, orderId)
  if (!program?.phone || !program.category || program.progress.state !== 'active') return null
  const order = await db
    .selectFrom('orders')
    .select(['phone', 'placed_signed_in'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const [silence] = await findSuppressions(db, [program])
  const { isPaused, isUndeliverable } = program.progress
  const isHalted = silence?.optedOut || silence?.withdrawn || isPaused || isUndeliverable
  if (order.placed_signed_in && isHalted) return null
  const planned = toPlanProgress(program, { sendAt: hours.sendAt, optedOut: false })
  const morning = firstMorning(planned, { now: localTime(now(), program.timezone), hours })
  if (!morning) return null
  const isTyped = order.phone !== null && toWhatsappNumber(order.phone) === program.phone
  return {
    ...morning,
    at: hours.sendAt,
    phone: owner && isTyped && !program.isGift ? `+${program.phone}` : maskPhone(program.phone),
    ...(program.isGift ? { day: null, task: null } : toFirstMessageView(program, library, owner)),
  }
}

function toFirstMessageView(
  program: Subscription,
  { daily }: FirstMessageServices['library'],
  owner: { answers: QuizAnswers | null } | null,
): Pick<FirstMessage, 'day' | 'task'> {
  const message = getDailyMessage(daily, program.category ?? 'A', 1)
  const subcategory = checklistSubcategory(program.category, program.subcategory)
  const item = firstTask(subcategory, owner?.answers ?? null)
  const name = owner ? greetingName(program, 1) : null
  return {
    day: { theme: message.theme, text: renderDailyMessage(message, name ?? '') },
    task: item === null ? null : { subcategory, item },
  }
}
