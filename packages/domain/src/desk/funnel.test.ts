import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasManyUnproven, isTooFew, share, stepFigures } from './funnel.ts'

const visit = fc.record({ step: fc.integer({ min: 1, max: 24 }), isFinished: fc.boolean() })

test('every figure of a step is the count of visits', () => {
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 300 }), (drawn) => {
      const visits = drawn.map(({ step, isFinished }) => ({ step, finished: isFinished && step === 24 }))
      const figures = stepFigures(
        visits.map((each) => ({ ...each, visits: 1 })),
        new Map(),
        24,
      )
      for (const { step, views, exits } of figures) {
        expect(views).toBe(visits.filter((each) => each.step >= step).length)
        expect(exits).toBe(visits.filter((each) => each.step === step && !each.finished).length)
        expect(exits).toBeLessThanOrEqual(views)
        // Whoever does not leave at a step is seen at the next one, or has finished.
        const next = figures[step]?.views ?? visits.filter(({ finished }) => finished).length
        expect(views - exits).toBe(next)
      }
    }),
  )
})

test('a share is in percent, and of nothing there is none', () => {
  expect([share(1, 3), share(0, 5), share(5, 5), share(0, 0)]).toEqual([33.3, 0, 100, null])
  expect([isTooFew(29), isTooFew(30)]).toEqual([true, false])
})

test.each([
  [1200, 0, true],
  [30, 119, true],
  [30, 120, false],
  [29, 0, false],
])('%i visits that nothing vouches for beside %i others are told of: %s', (unproven, proven, told) => {
  expect(hasManyUnproven(unproven, proven)).toBe(told)
})
