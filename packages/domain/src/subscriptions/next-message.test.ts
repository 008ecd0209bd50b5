import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDate } from './local-time.ts'
import { firstMorning, nextMessage } from './next-message.ts'
import { holdsBack, nextInTurn, type Queued } from './number-queue.ts'

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
const hours = { sendAt: '09:00', sendUntil: '12:00' }
const facts = { mine: [], all: [], now, hours, isReaddressed: false }
const hers = queued('b', 3)
const earlier = queued('a', 2, { currentDay: 1, lastSentOn: '2026-11-03' })

describe('the buyer of a program is told', () => {
  test('of one that has not begun, that it comes next morning, whoever else writes to that number', () => {
    const words = nextMessage(hers, facts)
    expect(words).toEqual({ when: 'soon', on: null })
    expect(nextMessage(hers, { ...facts, all: [earlier] })).toEqual(words)
  })

  test.each([
    ['2026-11-04', '09:30', 'soon'],
    ['2026-11-04', '12:00', 'late'],
    ['2026-11-06', '08:00', 'late'],
  ])('alike on %s at %s', (date, time, when) => {
    const at = { date, time }
    expect(nextMessage(hers, { ...facts, now: at })).toEqual({ when, on: null })
    expect(nextMessage(hers, { ...facts, all: [earlier], now: at })).toEqual({ when, on: null })
  })

  test('the true first day after another of their own, and none when somebody else’s is between', () => {
    expect(nextMessage(hers, { ...facts, mine: [earlier], all: [earlier] })).toEqual({
      when: 'after_own',
      on: '2026-11-08',
    })
    const others = queued('c', 1)
    expect(nextMessage(hers, { ...facts, mine: [earlier], all: [earlier, others] })).toEqual({
      when: 'after_own',
      on: null,
    })
  })

  test('the date of the next one of a program that has begun, unless it is held up by somebody else’s', () => {
    expect(nextMessage(earlier, { ...facts, mine: [hers], all: [hers] })).toEqual({
      when: 'on',
      on: '2026-11-04',
    })
    const resumed = queued('c', 1, { currentDay: 2 })
    expect(nextMessage(earlier, { ...facts, all: [resumed] })).toEqual({ when: 'on', on: null })
    expect(nextMessage({ ...earlier, isGoing: false }, facts)).toEqual({ when: 'on', on: null })
  })

  test.each([
    ['08:59', { when: 'on', on: '2026-11-04' }],
    ['09:00', { when: 'today', on: '2026-11-04' }],
    ['11:59', { when: 'today', on: '2026-11-04' }],
    ['12:00', { when: 'on', on: '2026-11-05' }],
    ['21:00', { when: 'on', on: '2026-11-05' }],
  ])('at %s on a morning whose message has not come, when it can come', (time, told) => {
    expect(nextMessage(earlier, { ...facts, now: { date: '2026-11-04', time } })).toEqual(told)
  })

  test('of one whose number was mended before its first message, that it comes next morning', () => {
    const late = { ...facts, now: { date: '2026-11-06', time: '15:00' } }
    expect(nextMessage(hers, late)).toEqual({ when: 'late', on: null })
    expect(nextMessage(hers, { ...late, isReaddressed: true })).toEqual({ when: 'soon', on: null })
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

test.each([
  ['the evening before', { date: '2026-12-01', time: '20:00' }, { on: '2026-12-02', isToday: false }],
  ['that night', { date: '2026-12-02', time: '01:30' }, { on: '2026-12-02', isToday: true }],
  ['within its hours', { date: '2026-12-02', time: '09:05' }, { on: '2026-12-02', isToday: true }],
  ['after them', { date: '2026-12-02', time: '12:00' }, null],
])('the first morning, told %s', (_when, now, expected) => {
  const facts = { now, hours: { sendAt: '09:00', sendUntil: '12:00' } }
  const waiting = { startsOn: '2026-12-02', currentDay: 0, lastSentOn: null }
  expect(firstMorning(waiting, facts)).toEqual(expected)
  expect(firstMorning({ ...waiting, currentDay: 1, lastSentOn: '2026-12-02' }, facts)).toBeNull()
})
