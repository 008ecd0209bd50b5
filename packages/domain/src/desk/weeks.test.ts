import { expect, test } from 'vitest'
import { compareFigures } from './change.ts'
import { partialWeekStart, weekBefore, weekOf, weekToReport } from './weeks.ts'

// 22 November 2026 is a Sunday; Almaty is five hours ahead.
test.each([
  ['2026-11-22T18:59:59Z', '00:00', '2026-11-09'],
  ['2026-11-22T19:00:00Z', '00:00', '2026-11-16'],
  ['2026-11-23T02:59:59Z', '08:00', '2026-11-09'],
  ['2026-11-23T03:00:00Z', '08:00', '2026-11-16'],
  ['2026-11-23T18:29:59Z', '23:30', '2026-11-09'],
  ['2026-11-23T18:30:00Z', '23:30', '2026-11-16'],
  ['2026-11-29T18:59:00Z', '08:00', '2026-11-16'],
  ['2027-01-04T03:00:00Z', '08:00', '2026-12-28'],
])('at %s, when weeks are told at %s, the one that began on %s is', (now, at, monday) => {
  expect(weekToReport(new Date(now), at)).toEqual(weekOf(monday))
})

test('a week begins at a Monday’s midnight in Almaty, and ends where the next begins', () => {
  const week = weekOf('2026-11-30')
  expect(week).toMatchObject({
    sunday: '2026-12-06',
    begins: new Date('2026-11-29T19:00:00Z'),
    ends: new Date('2026-12-06T19:00:00Z'),
  })
  expect(weekBefore(week)).toMatchObject({ monday: '2026-11-23', ends: week.begins })
})

test.each([
  ['nothing after nothing', 0, 0, undefined, { way: 'same', by: 0, percent: null }],
  ['the first ever', 4, 0, undefined, { way: 'more', by: 4, percent: null }],
  ['none any more', 0, 5, undefined, { way: 'less', by: 5, percent: null }],
  ['one fewer than is enough', 40, 29, undefined, { way: 'more', by: 11, percent: null }],
  ['just enough', 40, 30, undefined, { way: 'more', by: 10, percent: 33 }],
  ['half of many', 50, 100, undefined, { way: 'less', by: 50, percent: 50 }],
  ['much money of few payments', 9_000_000, 4_500_000, 2, { way: 'more', by: 4_500_000, percent: null }],
])('%s is compared as what it is', (_, now, before, cases, change) => {
  expect(compareFigures(now, before, cases)).toEqual(change)
})

test.each([
  ['2026-11-16', '2026-11-17', '2026-11-17'],
  ['2026-11-16', '2026-11-16', null],
  ['2026-11-23', '2026-11-17', null],
])('of the week of %s a period from %s counts what is from %s on', (monday, from, cut) => {
  expect(partialWeekStart(monday, from)).toBe(cut)
})
