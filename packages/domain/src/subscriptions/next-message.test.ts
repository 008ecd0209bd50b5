import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDate } from './local-time.ts'
import { nextMessage } from './next-message.ts'
import { holdsBack, nextInTurn, type Queued } from './turns.ts'

const queued = (id: string, day: number, more: Partial<Queued> = {}): Queued => ({
  id,
  boughtAt: new Date(`2026-11-0${day}T10:00:00Z`),
  lastSentOn: null,
  isGoing: true,
  currentDay: 0,
  startsOn: `2026-11-0${day + 1}`,
  ...more,
})
const now = { date: '2026-11-03', time: '10:00' }
const alone = { mine: [], all: [], now }
const hers = queued('b', 3)
const earlier = queued('a', 2, { currentDay: 1, lastSentOn: '2026-11-03' })

describe('the buyer of a program is told', () => {
  test('of one that has not begun, that it comes next morning, whoever else writes to that number', () => {
    const words = nextMessage(hers, alone)
    expect(words).toEqual({ when: 'soon', on: null })
    expect(nextMessage(hers, { mine: [], all: [earlier], now })).toEqual(words)
  })

  test.each([
    ['2026-11-04', '09:30', 'soon'],
    ['2026-11-04', '12:00', 'late'],
    ['2026-11-06', '08:00', 'late'],
  ])('alike on %s at %s', (date, time, when) => {
    const at = { date, time }
    expect(nextMessage(hers, { ...alone, now: at })).toEqual({ when, on: null })
    expect(nextMessage(hers, { mine: [], all: [earlier], now: at })).toEqual({ when, on: null })
  })

  test('the true first day after another of their own, and none when somebody else’s is between', () => {
    expect(nextMessage(hers, { mine: [earlier], all: [earlier], now })).toEqual({
      when: 'after_own',
      on: '2026-11-08',
    })
    const others = queued('c', 1)
    expect(nextMessage(hers, { mine: [earlier], all: [earlier, others], now })).toEqual({
      when: 'after_own',
      on: null,
    })
  })

  test('the date of the next one of a program that has begun, unless it is held up by somebody else’s', () => {
    expect(nextMessage(earlier, { mine: [hers], all: [hers], now })).toEqual({ when: 'on', on: '2026-11-04' })
    const resumed = queued('c', 1, { currentDay: 2 })
    expect(nextMessage(earlier, { mine: [], all: [resumed], now })).toEqual({ when: 'on', on: null })
    expect(nextMessage({ ...earlier, isGoing: false }, alone)).toEqual({ when: 'on', on: null })
  })
})

test('the date that is told is that on which the queue sends it', () => {
  const program = fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    currentDay: fc.integer({ min: 0, max: 4 }),
    isGoing: fc.boolean(),
    lastSentOn: fc.constantFrom(null, '2026-11-05', '2026-11-06'),
    startsIn: fc.integer({ min: 0, max: 2 }),
  })
  fc.assert(
    fc.property(fc.array(program, { minLength: 1, maxLength: 5 }), (wishes) => {
      const queue = wishes.map(({ day, startsIn, ...more }, index) =>
        queued(String(index), day, { ...more, startsOn: `2026-11-0${6 + startsIn}` }),
      )
      for (const waiting of queue) {
        const told = nextInTurn(waiting, queue, '2026-11-06')
        expect(told === null).toBe(!waiting.isGoing)
        if (told !== null) expect(told).toBe(firstSent(waiting.id, queue, '2026-11-06'))
      }
    }),
  )
})

/** Lets mornings pass as the queue does: whoever is due and not held back sends. */
function firstSent(id: string, programs: readonly Queued[], from: string): string {
  const queue = new Map(programs.map((each) => [each.id, { ...each }]))
  for (let date = from; ; date = nextDate(date)) {
    const due = [...queue.values()].filter(
      (each) => each.isGoing && each.startsOn <= date && each.lastSentOn !== date,
    )
    const sent = due.filter((each) => ![...queue.values()].some((other) => holdsBack(other, each, date)))
    expect(sent.length).toBeLessThanOrEqual(1)
    for (const each of sent) {
      if (each.id === id) return date
      queue.set(each.id, {
        ...each,
        lastSentOn: date,
        currentDay: each.currentDay + 1,
        isGoing: each.currentDay < 4,
      })
    }
  }
}
