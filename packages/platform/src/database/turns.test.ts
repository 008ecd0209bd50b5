import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const now = () => performance.now()
const visitor = () => ({ dueAt: now(), isPatient: false })
const job = (patienceMs = 60_000) => ({ dueAt: now() + patienceMs, isPatient: true })

/** Takes turns in this order while somebody has theirs, and answers in which order they came. */
async function orderOf(wants: Record<string, { dueAt: number; isPatient: boolean }>): Promise<string[]> {
  const turns = new Turns()
  await turns.take(visitor()).begun
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

test('a job that has waited long enough goes before visitors', async () => {
  expect(await orderOf({ one: visitor(), late: { dueAt: 0, isPatient: true } })).toEqual(['late', 'one'])
})

test('a job keeps out of the pause between two turns of a visitor', async () => {
  const turns = new Turns()
  const order: string[] = []
  await turns.take(visitor()).begun
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

test('whoever hurries goes before those who asked sooner', async () => {
  const turns = new Turns()
  const order: string[] = []
  await turns.take(visitor()).begun
  const later = turns.take(job())
  const other = turns.take({ dueAt: now() + 10, isPatient: false }).begun.then(() => {
    order.push('other')
    turns.pass()
  })
  later.hurry({ dueAt: 0, isPatient: false })
  const hurried = later.begun.then(() => {
    order.push('hurried')
    turns.pass()
  })
  turns.pass()
  await Promise.all([other, hurried])
  expect(order).toEqual(['hurried', 'other'])
})
