import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import type { Subscription } from '@app/contracts/subscription'
import { expect, it } from 'vitest'
import { noticeOf } from './subscription-notice.ts'

const active: Subscription = {
  subscriptionId: '1',
  state: 'active',
  currentDay: 2,
  nextOn: '2026-11-23',
  nextAt: '09:00',
  optedOut: false,
  withdrawn: false,
  paused: false,
  phone: '+77010000000',
  checklistUrl: '',
  messagesLeft: 3,
  days: [],
}

it.each([
  [{}, '23 ноября 2026'],
  [{ state: 'finished', nextOn: null }, subscriptionTexts.finished],
  [{ state: 'cancelled' }, subscriptionTexts.cancelled],
  [{ paused: true }, subscriptionTexts.paused],
  [{ optedOut: true, phone: null }, subscriptionTexts.optedOut],
  [{ withdrawn: true, optedOut: true }, subscriptionTexts.withdrawn],
  [{ phone: null }, subscriptionTexts.noPhone],
] as [Partial<Subscription>, string][])('a program with %j says what comes next', (facts, expected) => {
  expect(noticeOf({ ...active, ...facts }, true).replace(/\u00a0/g, ' ')).toContain(
    expected.replace(/\u00a0/g, ' '),
  )
})

it.each([
  [{}, subscriptionTexts.off],
  [{ state: 'finished' }, subscriptionTexts.finished],
  [{ state: 'cancelled' }, subscriptionTexts.cancelled],
] as [Partial<Subscription>, string][])(
  'while WhatsApp is off, a program with %j says so',
  (facts, expected) => {
    expect(noticeOf({ ...active, ...facts }, false)).toBe(expected)
  },
)
