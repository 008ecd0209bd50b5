import { expect, test } from 'vitest'
import {
  formatDay,
  formatDays,
  formatInstant,
  formatMinute,
  formatMoment,
  formatShortDay,
  monthOf,
} from './date.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a day is written out in Russian', () => {
  expect(plain(formatDay('2026-11-21'))).toBe('21 ноября 2026 г.')
})

test.each([
  ['2026-11-16', '2026-11-22', '16–22 ноября 2026 г.'],
  ['2026-11-30', '2026-12-06', '30 ноября – 6 декабря 2026 г.'],
  ['2026-12-28', '2027-01-03', '28 декабря 2026 г. – 3 января 2027 г.'],
])('the days from %s until %s are written out once', (from, until, written) => {
  expect(plain(formatDays(from, until))).toBe(written)
})

test('an instant is told in the time of Almaty, across midnight too', () => {
  expect(plain(formatInstant(new Date('2026-11-21T10:04:00Z')))).toBe(
    '21 ноября 2026 г., 15:04 по времени Алматы',
  )
  expect(plain(formatDay(new Date('2026-11-21T20:00:00Z')))).toBe('22 ноября 2026 г.')
})

test.each([
  ['2026-12-30', '2026-12-31T18:59:00Z', '30 дек.'],
  ['2026-12-30', '2026-12-31T20:00:00Z', '30 дек. 2026'],
  ['2027-01-01', '2026-12-31T20:00:00Z', '1 янв.'],
])('%s is a short day at %s without the year that Almaty has', (day, now, text) => {
  expect(plain(formatShortDay(day, new Date(now)))).toBe(text)
})

test.each([
  ['2026-11-21T10:04:00Z', '21 нояб., 15:04'],
  ['2026-12-31T18:59:00Z', '31 дек., 23:59'],
  ['2026-12-31T19:00:00Z', '1 янв. 2027, 00:00'],
])('a moment of another year is told with it: %s', (at, told) => {
  expect(plain(formatMoment(new Date(at), new Date('2026-11-22T12:00:00Z')))).toBe(told)
})

test.each([
  ['health-2026-11', 'ноября 2026'],
  ['2026-01-15', 'января 2026'],
  ['first', 'first'],
])('%s is of %s', (version, month) => {
  expect(monthOf(version)).toBe(month)
})

const instant = new Date('2026-11-29T10:04:00Z')
test.each([
  formatDay('2026-11-29'),
  formatDays('2026-11-29', '2026-12-06'),
  formatMinute(instant),
  formatInstant(instant),
  formatMoment(instant, instant),
  formatMoment(instant, new Date('2027-02-01')),
  formatShortDay('2026-11-29', instant),
  formatShortDay('2026-11-29', new Date('2027-02-01')),
])('no line ends between a day and its month in «%s»', (told) => {
  expect(told).toMatch(/29\u00a0нояб/)
  expect(told).not.toMatch(/\d (?:г|нояб|дек)/)
})
