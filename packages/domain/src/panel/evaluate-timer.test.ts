import { expect, test } from 'vitest'
import { evaluateTimer } from './evaluate-timer.ts'

test.each([
  [99, 'in_time'],
  [100, 'in_time'],
  [350, 'in_time'],
  [351, 'late'],
  [1500, 'late'],
  [97, 'early'],
  [0, 'early'],
])('a timer of a tenth of a second that took %i ms is %s', (measured, verdict) => {
  expect(evaluateTimer(100, measured)).toBe(verdict)
})
