import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pauseAfterPoll, pollQueues } from './poll-queues.ts'

/** Looks through queues of which `due` names those with a job, by a database that answers each look as `answer` does. */
function givenWake(answer: (names: string[]) => Promise<{ name: string }[]>, everyMs: number) {
  const woken: string[] = []
  const errors: unknown[] = []
  const looks: string[][] = []
  const end = pollQueues({
    boss: { notifyWorker: (worker) => void woken.push(worker) },
    database: {
      executeSql: async (_text, [names] = []) => {
        looks.push(names as string[])
        return { rows: await answer(names as string[]) }
      },
    },
    workers: new Map([
      ['mail', 'worker-1'],
      ['refund', 'worker-2'],
    ]),
    everyMs,
    onError: (error) => void errors.push(error),
  })
  onTestFinished(end)
  return { woken, errors, looks, end }
}

test('of all queues, in one look, only the workers of those with a job are woken', async () => {
  const { woken, looks } = givenWake(async () => [{ name: 'refund' }], 10_000)
  await expect.poll(() => woken).toEqual(['worker-2'])
  expect(looks).toEqual([['mail', 'refund']])
})

test('a look that fails is told of, and the next one comes', async () => {
  let fails = true
  const { woken, errors } = givenWake(async () => {
    if (!fails) return [{ name: 'mail' }]
    fails = false
    throw new Error('away')
  }, 5)
  await expect.poll(() => woken).toContain('worker-1')
  expect(errors).toEqual([new Error('away')])
})

test.each([
  [10, 90],
  [60, 60],
  [500, 100],
])('of a pace of 100, a look that took %i is followed by a rest of %i', (tookMs, rest) => {
  expect(pauseAfterPoll(tookMs, 100)).toBe(rest)
})

test('once ended, it wakes nobody, even with an answer that was under way', async () => {
  const { woken, end } = givenWake(async () => {
    await sleep(30)
    return [{ name: 'mail' }]
  }, 5)
  end()
  await sleep(80)
  expect(woken).toEqual([])
})
