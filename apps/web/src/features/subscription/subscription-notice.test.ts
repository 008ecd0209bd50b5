import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import type { OwnProgram } from '@app/contracts/subscription'
import { expect, it } from 'vitest'
import { noticeOf } from './subscription-notice.ts'

const active: OwnProgram = {
  subscriptionId: '1',
  invId: 1,
  state: 'active',
  currentDay: 2,
  isGift: false,
  follows: true,
  nextOn: '2026-11-23',
  begins: null,
  nextAt: '09:00',
  nextUntil: '12:00',
  isToday: false,
  unreached: false,
  optedOut: false,
  withdrawn: false,
  paused: false,
  phone: '+77010000000',
  canMendPhone: false,
  checklistUrl: '',
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
  [{ unreached: true }, subscriptionTexts.unreached],
  [{ unreached: true, optedOut: true }, subscriptionTexts.optedOut],
  [{ unreached: true, isGift: true }, subscriptionTexts.gift.unreached],
  [{ isToday: true }, 'сегодня до 12:00'],
  [{ nextOn: null, begins: 'soon' }, 'Первое сообщение придёт ближайшим утром в 09:00, по времени Алматы.'],
  [{ nextOn: null, begins: 'late' }, subscriptionTexts.begins.late],
  [{ begins: 'after_own' }, subscriptionTexts.begins.afterOwn('23 ноября 2026 г.', '09:00')],
  [{ nextOn: null, begins: 'after_own' }, subscriptionTexts.begins.afterOwn(null, '09:00')],
  [{ nextOn: null }, subscriptionTexts.note],
  [{ isGift: true, optedOut: true }, subscriptionTexts.gift.optedOut],
  [{ isGift: true, nextOn: null, begins: 'soon' }, 'Если этому человеку уже приходит другая программа'],
  [{ isGift: true, nextOn: null, begins: 'late' }, 'Если этому человеку уже приходит другая программа'],
  [{ isGift: true, begins: 'after_own' }, 'после другого вашего подарка на тот же номер: 23 ноября 2026 г.'],
  [
    { isGift: true, nextOn: null, begins: 'after_own' },
    subscriptionTexts.gift.begins.afterOwn(null, '09:00'),
  ],
  [{ isGift: true, state: 'finished', nextOn: null }, subscriptionTexts.gift.finished],
] as [Partial<OwnProgram>, string][])('a program with %j says what comes next', (facts, expected) => {
  expect(noticeOf({ ...active, ...facts }, true).replace(/\u00a0/g, ' ')).toContain(
    expected.replace(/\u00a0/g, ' '),
  )
})

it.each([
  [{}, subscriptionTexts.off],
  [{ state: 'finished' }, subscriptionTexts.finished],
  [{ state: 'cancelled' }, subscriptionTexts.cancelled],
] as [Partial<OwnProgram>, string][])(
  'while WhatsApp is off, a program with %j says so',
  (facts, expected) => {
    expect(noticeOf({ ...active, ...facts }, false)).toBe(expected)
  },
)
