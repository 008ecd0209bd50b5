import { renderDailyMessage } from '@app/content/ru/daily/daily-message'
import type { Program as ProgramBody, ProgramDay } from '@app/contracts/program'
import { programDays } from '@app/domain/orders/products'
import { isSubcategory, type Subcategory } from '@app/domain/result/categories'
import type { SubscriptionProgress } from '@app/domain/subscriptions/daily-plan'
import { type LocalTime, localTime, nextDate } from '@app/domain/subscriptions/local-time'
import type { Kysely } from 'kysely'
import { getDailyMessage, type MessageLibrary } from '../messages/compose-message.ts'
import type { Tables } from '../services/tables.ts'
import { planPrograms } from './plan-programs.ts'
import { listProgramMessages, type ProgramMessage } from './program-queries.ts'
import { findProgramOfUser, type Program, toPlanned } from './program-repository.ts'

export type ProgramServices = { db: Kysely<Tables>; now: () => Date; sendAt: string; library: MessageLibrary }

/** A user's newest program as their cabinet shows it: the days so far with their texts, and when the next one comes. */
export async function getProgram(services: ProgramServices, userId: string): Promise<ProgramBody | null> {
  const { db, library, sendAt } = services
  const now = services.now()
  const program = await findProgramOfUser(db, userId)
  if (!program) return null
  const [planned] = await planPrograms(db, [program], { now, sendAt, ignoreHour: false })
  const { optedOut = false, withdrawn = false } = planned ?? {}
  const messages = await listProgramMessages(db, program.id, program.round)
  return {
    subscriptionId: program.id,
    state: program.progress.state,
    currentDay: program.progress.currentDay,
    nextOn: nextOn(
      toPlanned(program, { sendAt, optedOut: optedOut || withdrawn }),
      localTime(now, program.timezone),
    ),
    nextAt: sendAt,
    optedOut,
    withdrawn,
    hasPhone: program.phone !== null,
    checklistUrl: library.checklistUrl(checklistOf(program)),
    days: Array.from({ length: programDays }, (_, index) => toDay(program, index + 1, messages, library)),
  }
}

function nextOn(progress: SubscriptionProgress, now: LocalTime): string | null {
  if (progress.state !== 'active' || progress.optedOut) return null
  const earliest = progress.lastSentOn === now.date ? nextDate(now.date) : now.date
  return [earliest, progress.startsOn].toSorted().at(-1) ?? null
}

function toDay(
  program: Program,
  day: number,
  messages: readonly ProgramMessage[],
  library: MessageLibrary,
): ProgramDay {
  const daily = getDailyMessage(library.daily, program.category ?? 'A', day)
  const message = messages.find((each) => each.day === day && each.sentAt !== null)
  const isOpen = day <= program.progress.currentDay
  return {
    day,
    theme: daily.theme,
    status: message?.status ?? null,
    sentAt: message?.sentAt ?? null,
    text: isOpen ? renderDailyMessage(daily, program.name ?? '') : null,
  }
}

function checklistOf({ category, subcategory }: Program): Subcategory {
  const first = `${category}1`
  return subcategory ?? (isSubcategory(first) ? first : 'A1')
}
