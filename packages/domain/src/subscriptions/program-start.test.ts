import { describe, expect, test } from 'vitest'
import { hasJustStarted } from './program-start.ts'

const begunAt = new Date('2026-11-22T06:00:00Z')
const soon = new Date('2026-11-22T06:01:59Z')
const later = new Date('2026-11-22T06:02:00Z')
const progress = { state: 'active', currentDay: 2, lastSentOn: null, isPaused: false } as const
const begun = { round: 2, begunAt, progress }

describe('a program is begun just now', () => {
  test('from the same day, so soon', () => {
    expect(hasJustStarted(begun, { fromDay: 3, now: soon })).toBe(true)
  })
  test.each([
    ['it was long ago', begun, { fromDay: 3, now: later }],
    ['it was from another day', begun, { fromDay: 2, now: soon }],
    ['it was bought, not begun by hand', { ...begun, round: 1 }, { fromDay: 3, now: soon }],
    [
      'it was halted since',
      { ...begun, progress: { ...progress, isPaused: true } },
      { fromDay: 3, now: soon },
    ],
    [
      'a day was sent since',
      { ...begun, progress: { ...progress, lastSentOn: '2026-11-22' } },
      { fromDay: 3, now: soon },
    ],
  ])('not when %s', (_why, subscription, asked) => {
    expect(hasJustStarted(subscription, asked)).toBe(false)
  })
})
