import { expect, test } from 'vitest'
import { formatDay, formatInstant, monthOf } from './date.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a day is written out in Russian', () => {
  expect(plain(formatDay('2026-11-21'))).toBe('21 ноября 2026 г.')
})

test('an instant is told in the time of Almaty, across midnight too', () => {
  expect(plain(formatInstant(new Date('2026-11-21T10:04:00Z')))).toBe(
    '21 ноября 2026 г., 15:04 по времени Алматы',
  )
  expect(plain(formatDay(new Date('2026-11-21T20:00:00Z')))).toBe('22 ноября 2026 г.')
})

test.each([
  ['health-2026-11', 'ноября 2026'],
  ['2026-01-15', 'января 2026'],
  ['first', 'first'],
])('%s is of %s', (version, month) => {
  expect(monthOf(version)).toBe(month)
})
