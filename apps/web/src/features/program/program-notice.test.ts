import { programTexts } from '@app/content/ru/ui/program'
import type { Program } from '@app/contracts/program'
import { expect, it } from 'vitest'
import { noticeOf } from './program-notice.ts'

const active: Program = {
  subscriptionId: '1',
  state: 'active',
  currentDay: 2,
  nextOn: '2026-11-23',
  nextAt: '09:00',
  optedOut: false,
  withdrawn: false,
  hasPhone: true,
  checklistUrl: '',
  days: [],
}

it.each([
  [{}, '23 ноября 2026'],
  [{ state: 'finished', nextOn: null }, programTexts.finished],
  [{ state: 'cancelled' }, programTexts.cancelled],
  [{ optedOut: true, hasPhone: false }, programTexts.optedOut],
  [{ withdrawn: true, optedOut: true }, programTexts.withdrawn],
  [{ hasPhone: false }, programTexts.noPhone],
] as [Partial<Program>, string][])('a program with %j says what comes next', (facts, expected) => {
  expect(noticeOf({ ...active, ...facts }, true).replace(/\u00a0/g, ' ')).toContain(
    expected.replace(/\u00a0/g, ' '),
  )
})

it.each([
  [{}, programTexts.off],
  [{ state: 'finished' }, programTexts.finished],
  [{ state: 'cancelled' }, programTexts.cancelled],
] as [Partial<Program>, string][])('while WhatsApp is off, a program with %j says so', (facts, expected) => {
  expect(noticeOf({ ...active, ...facts }, false)).toBe(expected)
})
