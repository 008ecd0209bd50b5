import { expect, test } from 'vitest'
import { openShopCheck } from './check-shop.ts'
import type { StatusAnswer } from './payment-gateway.ts'

const refusal: StatusAnswer = { outcome: 'no_answer', reason: 'result code 1' }

function givenCheck(answers: StatusAnswer[]) {
  const asked: number[] = []
  let now = 0
  const check = openShopCheck(
    {
      askStatus: async (invId) => {
        asked.push(invId)
        return answers.shift() ?? refusal
      },
    },
    () => now,
  )
  return { check, asked, pass: (ms: number) => (now += ms) }
}

test('a shop the provider does not know, or a provider that is away, is told each time', async () => {
  const { check, asked } = givenCheck([])

  expect([await check(), await check()]).toEqual(['result code 1', 'result code 1'])
  expect(asked).toEqual([2_147_483_647, 2_147_483_647])
})

test('many who ask at once make one question, and a good answer is kept for a quarter of a minute', async () => {
  const { check, asked, pass } = givenCheck([{ outcome: 'not_found' }])

  expect(await Promise.all([check(), check(), check()])).toEqual([null, null, null])
  pass(14_999)
  expect(await check()).toBeNull()
  expect(asked).toHaveLength(1)
  pass(1)
  expect(await check()).toBe('result code 1')
})
