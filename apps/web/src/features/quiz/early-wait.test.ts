import { expect, test } from 'vitest'
import { earlyWaitMs } from './early-wait.ts'

test.each([
  ['nothing was asked', {}, 0],
  ['the first question is not answered', { asks: 'gender' }, 0],
  ['somebody came back to its answer', { asks: 'gender', chosenAt: 'NaN' }, 0],
  ['the second question stands already', { asks: 'age', chosenAt: '950' }, 0],
  ['the first answer is seen', { asks: 'gender', chosenAt: '950' }, 350],
  ['the second question is overdue', { asks: 'gender', chosenAt: '600' }, 100],
] as const)('the page is left to its own script as long as it takes where %s', (_where, said, waitMs) => {
  expect(earlyWaitMs(said, 1000)).toBe(waitMs)
})
