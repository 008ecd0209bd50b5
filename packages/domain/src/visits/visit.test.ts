import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportedSteps } from './reported-steps.ts'
import { cleanCampaignTag, cleanHost, cleanLanguage } from './source.ts'
import {
  cleanSeconds,
  maxStepSeconds,
  mergeVisit,
  startVisit,
  updateVisit,
  type Visit,
  type VisitProgress,
} from './visit.ts'

const at = (step: number, attempt = 'a', isCompleted = false) => [attempt, step, isCompleted] as const
type Shown = ReturnType<typeof at>

const after = (watched: VisitProgress, [second, shown]: [number, Shown]) =>
  updateVisit(watched, [...shown, second * 1000])

/** Feeds a page these steps at these seconds. */
function watch(...seen: [number, Shown][]) {
  const [[began, first] = [0, at(1)], ...rest] = seen
  return rest.reduce(after, startVisit([...first, began * 1000]))
}

/** Returns the visit as it is sent. */
const told = ([visit]: VisitProgress) => JSON.parse(JSON.stringify(visit))

test('nothing is known before the first press', () => {
  expect(told(watch([0, at(1)]))).toBeNull()
  expect(told(watch([0, at(7)]))).toBeNull()
})

test('a visit is its furthest step and the first time that each took', () => {
  const visit = watch([0, at(1)], [4, at(2)], [9, at(3)], [10, at(2)], [30, at(3)], [33, at(4)])
  expect(told(visit)).toEqual({ id: 'a', attempt: 'a', step: 4, seconds: [4, 5, 1], finished: false })
})

test('the step that is told of to nobody takes no time, and none of its neighbours', () => {
  const woman = watch([0, at(1)], [4, at(2)], [9, at(0)], [60, at(3)], [62, at(4)])
  const man = watch([0, at(1)], [4, at(2)], [9, at(3)], [11, at(4)])
  expect(told(woman)).toEqual(told(man))
  expect(reportedSteps).toHaveLength(24)
  expect(reportedSteps).not.toContain('before-menstruation')
})

test('after a reload the step on screen was looked at for nobody knows how long', () => {
  const reloaded = watch([0, at(5)], [3, at(6)], [7, at(7)])
  expect(told(reloaded).seconds).toEqual([null, null, null, null, null, 4])
  // Nor does a second look say how long the first one was.
  const returned = after(after(reloaded, [9, at(5)]), [11, at(6)])
  expect(told(returned).seconds.slice(0, 6)).toEqual([null, null, null, null, null, 4])
})

test('a step that was left open overnight has no time', () => {
  const { seconds } = told(watch([0, at(1)], [maxStepSeconds + 1, at(2)], [maxStepSeconds + 3, at(3)]))
  expect(cleanSeconds(seconds)).toEqual([null, 2])
  expect(cleanSeconds([0, maxStepSeconds, -1, null, undefined])).toEqual([
    0,
    maxStepSeconds,
    null,
    null,
    null,
  ])
})

test('starting over ends a visit, another id at its end does not', () => {
  const over = watch([0, at(1)], [1, at(2)], [2, at(1, 'b')])
  expect(told(over)).toBeNull()
  expect(told(after(over, [5, at(2, 'b')]))).toMatchObject({ id: 'b', step: 2, seconds: [3] })
  const sentAnew = watch([0, at(1)], [1, at(24)], [2, at(24, 'b')], [9, at(24, 'b', true)])
  expect(told(sentAnew)).toMatchObject({ id: 'a', attempt: 'b', finished: true })
})

const visits: fc.Arbitrary<Visit> = fc.record({
  id: fc.constant('a'),
  attempt: fc.constant('a'),
  step: fc.integer({ min: 1, max: 24 }),
  seconds: fc.array(fc.option(fc.nat({ max: 99 })), { maxLength: 24 }),
  finished: fc.boolean(),
})

test('told again in any order, a visit got as far as it ever did', () => {
  fc.assert(
    fc.property(visits, fc.array(visits, { maxLength: 5 }), (first, others) => {
      const all = [first, ...others, first]
      const merged = all.reduce(mergeVisit)
      const turned = all.toReversed().reduce(mergeVisit)
      expect(merged.step).toBe(Math.max(...all.map(({ step }) => step)))
      expect(merged.finished).toBe(all.some(({ finished }) => finished))
      expect([turned.step, turned.finished]).toEqual([merged.step, merged.finished])
      expect(mergeVisit(merged, first)).toEqual(merged)
    }),
  )
})

test.each([
  ['Instagram', 'instagram'],
  [' осень 2026 ', 'осень 2026'],
  ['aigerim@example.kz', null],
  ['+77011234567', null],
  ['+7 701 123 45 67', null],
  ['тел. 701-123-45-67', null],
  ['٧٧٠١٢٣٤٥٦٧', null],
  ['-', null],
  [' _ ', null],
  ['x'.repeat(41), null],
  ['<b>', null],
  ['', null],
  [null, null],
])('of the mark %o is kept %o', (mark, kept) => {
  expect(cleanCampaignTag(mark)).toBe(kept)
})

test.each([
  ['www.Instagram.com', 'instagram.com'],
  ['l.instagram.com:443', 'l.instagram.com'],
  ['clearday.kz', null],
  ['www.clearday.kz', null],
  ['10.0.0.7', null],
  ['aigerim-7-701-1234567.kz', null],
  ['localhost', null],
  ['a b', null],
  [null, null],
])('of the host %o is kept %o', (host, kept) => {
  expect(cleanHost(host, 'clearday.kz:443')).toBe(kept)
})

test.each([
  ['kk-KZ,kk;q=0.9', 'kk'],
  ['RU', 'ru'],
  ['*', null],
  ['language', null],
  [undefined, null],
])('of the languages %o the first is %o', (header, language) => {
  expect(cleanLanguage(header)).toBe(language)
})
