import { expect, test } from 'vitest'
import { accountTexts } from './account.ts'

test.each([
  [1, 'оставшееся 1 сообщение не придёт'],
  [2, 'оставшиеся 2 сообщения не придут'],
  [5, 'оставшиеся 5 сообщений не придут'],
])('whoever deletes an account is told that %i messages will not come', (count, words) => {
  const text = accountTexts.deletion.program(count).replaceAll('\u00a0', ' ')
  expect(text).toBe(`Оплаченная программа остановится: ${words}.`)
})
