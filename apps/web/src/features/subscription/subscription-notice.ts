import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { formatDay } from '@app/content/ru/writing/date'
import type { OwnProgram } from '@app/contracts/subscription'

/** The one sentence about what comes next, or why nothing does. `isOn`: whether messages are sent at all. */
export function noticeOf(program: OwnProgram, isOn: boolean): string {
  const { state, optedOut, withdrawn, paused, phone, unreached } = program
  // A gift's buyer gets other texts about problems that only its reader can solve.
  const reader = program.isGift ? texts.gift : texts
  if (state === 'finished') return reader.finished
  if (state === 'cancelled') return texts.cancelled
  if (!isOn) return texts.off
  if (withdrawn) return texts.withdrawn
  if (optedOut) return reader.optedOut
  if (paused) return texts.paused
  if (phone === null) return reader.noPhone
  if (unreached) return reader.unreached
  return nextMessageText(program, reader.begins)
}

function nextMessageText(
  { begins, nextOn, isToday, nextAt, nextUntil, days, currentDay }: OwnProgram,
  first: typeof texts.begins | typeof texts.gift.begins,
): string {
  const date = nextOn && formatDay(nextOn)
  if (begins === 'after_own') return first.afterOwn(date, nextAt)
  if (begins === 'late') return first.late
  if (begins === 'soon') return first.soon(nextAt)
  if (isToday) return texts.thisMorning(nextUntil)
  const theme = days[currentDay]?.theme ?? null
  return date ? texts.next(date, nextAt, theme) : texts.note
}
