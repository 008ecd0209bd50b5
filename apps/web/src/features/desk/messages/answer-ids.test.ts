import { expect, test } from 'vitest'
import { answerIds } from './answer-ids.ts'

test('an answer keeps its id until it is edited, and has it again when it is what it was', () => {
  const idOf = answerIds()
  const first = idOf('Завтра утром')
  const edited = idOf('Завтра вечером')
  expect([idOf('Завтра утром'), idOf('Завтра вечером')]).toEqual([first, edited])
  expect(edited).not.toBe(first)
})

test('the same words in another form are another answer', () => {
  expect(answerIds()('Да')).not.toBe(answerIds()('Да'))
})
