import { expect, test } from 'vitest'
import { PriorityQueue } from './priority-queue.ts'

const now = () => performance.now()
const visitor = () => ({ dueAt: now(), isLowPriority: false })
const job = () => ({ dueAt: now(), isLowPriority: true })

/** Turns of which a job has just had its share, and a visitor has one. */
async function givenTurns(): Promise<PriorityQueue> {
  const turns = new PriorityQueue()
  await turns.take(job()).begun
  const taken = turns.take(visitor()).begun
  turns.pass()
  await taken
  return turns
}

/** Takes turns in this order while somebody has theirs, and answers in which order they came. */
async function orderOf(wants: Record<string, { dueAt: number; isLowPriority: boolean }>): Promise<string[]> {
  const turns = await givenTurns()
  const order: string[] = []
  const done = Object.entries(wants).map(async ([name, want]) => {
    await turns.take(want).begun
    order.push(name)
    turns.pass()
  })
  turns.pass()
  await Promise.all(done)
  return order
}

test('visitors go before jobs, and otherwise it is first come, first served', async () => {
  expect(await orderOf({ job: job(), one: visitor(), other: visitor(), later: job() })).toEqual([
    'one',
    'other',
    'job',
    'later',
  ])
})

test('a job has its turn after some visitors, however many more there are', async () => {
  const visitors = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`visitor ${at}`, visitor()]))
  const order = await orderOf({ ...visitors, one: job(), other: job() })
  const [one, other] = [order.indexOf('one'), order.indexOf('other')]
  expect([one, other]).toEqual([expect.closeTo(20, -1), expect.closeTo(40, -1)])
})

test('a job keeps out of the pause between two turns of a visitor', async () => {
  const turns = await givenTurns()
  const order: string[] = []
  const waiting = turns.take(job()).begun.then(() => void order.push('job'))
  for (const turn of ['second', 'third']) {
    turns.pass()
    await new Promise(setImmediate)
    await turns.take(visitor()).begun
    order.push(turn)
  }
  turns.pass()
  await waiting
  expect(order).toEqual(['second', 'third', 'job'])
})

test.each([
  ['a job', job],
  ['a visitor', () => ({ dueAt: now() + 20, isLowPriority: false })],
])('%s that hurries goes before those who asked sooner', async (_, want) => {
  const turns = await givenTurns()
  const order: string[] = []
  const later = turns.take(want())
  const other = turns.take({ dueAt: now() + 10, isLowPriority: false }).begun.then(() => {
    order.push('other')
    turns.pass()
  })
  later.hurry({ dueAt: 0, isLowPriority: false })
  const hurried = later.begun.then(() => {
    order.push('hurried')
    turns.pass()
  })
  turns.pass()
  await Promise.all([other, hurried])
  expect(order).toEqual(['hurried', 'other'])
})
