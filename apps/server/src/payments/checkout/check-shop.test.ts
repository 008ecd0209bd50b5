import { expect, test } from 'vitest'
import type { StatusAnswer } from '../payment-gateway.ts'
import { createShopCheck } from './check-shop.ts'

const refusal: StatusAnswer = { outcome: 'no_answer', reason: 'result code 1' }

function givenCheck(answers: StatusAnswer[]) {
  const asked: number[] = []
  const changes: (string | null)[] = []
  let now = 0
  const check = createShopCheck(
    {
      askStatus: async (invId) => {
        asked.push(invId)
        return answers.shift() ?? refusal
      },
    },
    { now: () => new Date(now), onChange: (problem) => changes.push(problem) },
  )
  return { check, asked, changes, pass: (ms: number) => (now += ms) }
}

test('what is wrong is told to all who ask, is asked for every five seconds at most, and is noted once', async () => {
  const { check, asked, changes, pass } = givenCheck([refusal, refusal, { outcome: 'not_found' }])

  expect([await check(), await check()]).toEqual(['result code 1', 'result code 1'])
  pass(4_999)
  expect(await check()).toBe('result code 1')
  expect(asked).toEqual([2_147_483_647])
  pass(1)
  expect(await check()).toBe('result code 1')
  expect(asked).toHaveLength(2)
  expect(changes).toEqual(['result code 1'])
  pass(5_000)
  expect(await check()).toBeNull()
  expect(changes).toEqual(['result code 1', null])
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
