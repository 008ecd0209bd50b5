import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { formatDay } from '@app/content/ru/writing/date'
import type { Subscription } from '@app/contracts/subscription'

/** The one sentence about what comes next, or why nothing does. `isOn`: whether messages are sent at all. */
export function noticeOf(
  { state, optedOut, withdrawn, paused, phone, nextOn, nextAt }: Subscription,
  isOn: boolean,
): string {
  if (state === 'finished') return texts.finished
  if (state === 'cancelled') return texts.cancelled
  if (!isOn) return texts.off
  if (withdrawn) return texts.withdrawn
  if (optedOut) return texts.optedOut
  if (paused) return texts.paused
  if (phone === null) return texts.noPhone
  return nextOn ? texts.next(formatDay(nextOn), nextAt) : texts.note
}
