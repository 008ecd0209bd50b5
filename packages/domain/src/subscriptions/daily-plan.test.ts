import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advanceProgress,
  firstDate,
  minutesToMorning,
  nextMorning,
  type PlanProgress,
  planDay,
  rewindProgress,
  skippedDays,
} from './daily-plan.ts'
import { localTime, nextDate } from './local-time.ts'

const hours = { sendAt: '09:00', sendUntil: '12:00' }
const fresh: PlanProgress = {
  state: 'active',
  currentDay: 0,
  startsOn: '2026-11-02',
  lastSentOn: null,
  isPaused: false,
  isUndeliverable: false,
  optedOut: false,
}
const at = (date: string, time = '09:00') => ({ date, time })

describe('planDay', () => {
  test.each([
    ['the evening before', fresh, at('2026-11-01', '23:00'), { plan: 'wait', reason: 'not_started' }],
    ['a minute too early', fresh, at('2026-11-02', '08:59'), { plan: 'wait', reason: 'too_early' }],
    ['the first morning', fresh, at('2026-11-02'), { plan: 'send', day: 1 }],
    ['a week late', fresh, at('2026-11-09', '11:59'), { plan: 'send', day: 1 }],
    ['once the morning is over', fresh, at('2026-11-09', '12:00'), { plan: 'wait', reason: 'too_late' }],
    ['in the evening', fresh, at('2026-11-09', '21:00'), { plan: 'wait', reason: 'too_late' }],
    [
      'while its number is not reached',
      { ...fresh, isUndeliverable: true },
      at('2026-11-03'),
      { plan: 'wait', reason: 'unreached' },
    ],
    [
      'again on the same date',
      { ...fresh, currentDay: 1, lastSentOn: '2026-11-02' },
      at('2026-11-02', '23:59'),
      { plan: 'wait', reason: 'sent_today' },
    ],
    [
      'with the clock set back',
      { ...fresh, currentDay: 1, lastSentOn: '2026-11-02' },
      at('2026-11-01', '23:59'),
      { plan: 'wait', reason: 'not_started' },
    ],
    [
      'with the clock set back over midnight',
      { ...fresh, startsOn: '2026-10-31', currentDay: 1, lastSentOn: '2026-11-02' },
      at('2026-11-01', '23:59'),
      { plan: 'wait', reason: 'sent_today' },
    ],
    [
      'after a clock that ran a year ahead was set right',
      { ...fresh, currentDay: 1, lastSentOn: '2027-11-02' },
      at('2026-11-03'),
      { plan: 'send', day: 2 },
    ],
    [
      'after three missed dates',
      { ...fresh, currentDay: 2, lastSentOn: '2026-11-03' },
      at('2026-11-07'),
      { plan: 'send', day: 3 },
    ],
    [
      'after the last day',
      { ...fresh, currentDay: 5, lastSentOn: '2026-11-06' },
      at('2026-11-07'),
      { plan: 'done', reason: 'finished' },
    ],
    [
      'when halted',
      { ...fresh, isPaused: true },
      at('2026-11-02', '12:00'),
      { plan: 'wait', reason: 'paused' },
    ],
    [
      'when cancelled',
      { ...fresh, state: 'cancelled' as const },
      at('2026-11-02'),
      { plan: 'done', reason: 'cancelled' },
    ],
    [
      'after an opt-out',
      { ...fresh, optedOut: true },
      at('2026-11-02'),
      { plan: 'done', reason: 'opted_out' },
    ],
  ])('%s', (_, subscription, now, plan) => {
    expect(planDay(subscription, now, hours)).toEqual(plan)
  })

  test('the hour can be ignored, the one message a date cannot', () => {
    const early = at('2026-11-02', '03:00')
    expect(planDay(fresh, early, { ...hours, ignoreHour: true })).toEqual({ plan: 'send', day: 1 })
    const evening = at('2026-11-02', '21:00')
    expect(planDay(fresh, evening, { ...hours, ignoreHour: true })).toEqual({ plan: 'send', day: 1 })
    const sent = { ...fresh, currentDay: 1, lastSentOn: '2026-11-02' }
    expect(planDay(sent, early, { ...hours, ignoreHour: true })).toEqual({
      plan: 'wait',
      reason: 'sent_today',
    })
  })

  /** Runs the plan at every instant in turn and lists what it sent. */
  function run(offsetMinutes: readonly number[]) {
    let progress = fresh
    const sent: { day: number; date: string }[] = []
    for (const offset of offsetMinutes) {
      const now = localTime(new Date(Date.parse('2026-10-30T00:00:00Z') + offset * 60_000), 'Asia/Almaty')
      const plan = planDay(progress, now, hours)
      if (plan.plan !== 'send') continue
      sent.push({ day: plan.day, date: now.date })
      progress = { ...progress, ...advanceProgress(progress, { day: plan.day, date: now.date }) }
    }
    return { sent, progress }
  }
  const minutes = fc.array(fc.integer({ min: 0, max: 30 * 24 * 60 }), { minLength: 1, maxLength: 200 })

  test('however irregularly it runs, days come in order, one a date, five in all', () => {
    fc.assert(
      fc.property(minutes, (offsets) => {
        const { sent, progress } = run(offsets.toSorted((a, b) => a - b))
        const dates = sent.map(({ date }) => date)
        expect(sent.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5].slice(0, sent.length))
        expect(dates).toEqual([...new Set(dates)].sort())
        expect(progress.state).toBe(sent.length === 5 ? 'finished' : 'active')
      }),
    )
  })

  test('a clock that stumbles by up to a day never sends two messages on one date', () => {
    const stumbles = fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 1440 })))
    fc.assert(
      fc.property(stumbles, (steps) => {
        let clock = 0
        const readings = steps.map(([forward, back]) => {
          clock += forward
          return clock - back
        })
        const { sent } = run(readings)
        const dates = sent.map(({ date }) => date)
        expect(new Set(dates).size).toBe(dates.length)
      }),
    )
  })

  test('whatever the clock does, no day is sent twice or skipped', () => {
    fc.assert(
      fc.property(minutes, (offsets) => {
        const { sent } = run(offsets)
        expect(sent.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5].slice(0, sent.length))
      }),
    )
  })

  test('a run every morning sends all five days on five dates', () => {
    let progress = fresh
    let date = '2026-11-01'
    for (let morning = 0; morning < 7; morning++, date = nextDate(date)) {
      const plan = planDay(progress, at(date), hours)
      if (plan.plan === 'send')
        progress = { ...progress, ...advanceProgress(progress, { day: plan.day, date }) }
    }
    expect(progress).toMatchObject({ currentDay: 5, lastSentOn: '2026-11-06', state: 'finished' })
  })
})

describe('advanceProgress', () => {
  test('the acceptance of an older day moves no day back and still counts as the message of its date', () => {
    const progress = { ...fresh, currentDay: 3, lastSentOn: '2026-11-04' }
    expect(advanceProgress(progress, { day: 2, date: '2026-11-05' })).toEqual({
      state: 'active',
      currentDay: 3,
      lastSentOn: '2026-11-05',
    })
  })

  test('a late report on an older day takes nothing from the date of what was sent since', () => {
    const progress = { ...fresh, currentDay: 3, lastSentOn: '2026-11-04' }
    expect(advanceProgress(progress, { day: 2, date: '2026-11-03' })).toEqual({
      state: 'active',
      currentDay: 3,
      lastSentOn: '2026-11-04',
    })
  })

  test('a cancelled program stays cancelled', () => {
    expect(
      advanceProgress({ ...fresh, state: 'cancelled', currentDay: 4 }, { day: 5, date: '2026-11-06' }).state,
    ).toBe('cancelled')
  })
})

describe('firstDate', () => {
  test.each([
    ['08:59', '2026-11-02'],
    ['09:00', '2026-11-03'],
    ['23:30', '2026-11-03'],
  ])('paid at %s, it starts on %s', (time, date) =>
    expect(firstDate(at('2026-11-02', time), hours.sendAt)).toBe(date),
  )
})

test('moved over days, a program skips those that did not come yet', () => {
  expect(skippedDays([], 4)).toEqual([1, 2, 3])
  expect(skippedDays([1, 2, 5], 4)).toEqual([3])
  expect(skippedDays([1], 1)).toEqual([])
})

describe('localTime', () => {
  test('Almaty is five hours ahead of Greenwich', () => {
    expect(localTime(new Date('2026-11-02T04:00:00Z'), 'Asia/Almaty')).toEqual({
      date: '2026-11-02',
      time: '09:00',
    })
    expect(localTime(new Date('2026-12-31T19:00:00Z'), 'Asia/Almaty')).toEqual({
      date: '2027-01-01',
      time: '00:00',
    })
  })

  test('an unknown zone is refused', () => {
    expect(() => localTime(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
  })

  test('the day after the end of a month and of a year', () => {
    expect(nextDate('2027-02-28')).toBe('2027-03-01')
    expect(nextDate('2026-12-31')).toBe('2027-01-01')
  })
})

test.each([
  ['00:00', 540, '2026-11-02'],
  ['08:59', 1, '2026-11-02'],
  ['09:00', 0, '2026-11-02'],
  ['11:59', 0, '2026-11-02'],
  ['12:00', 1260, '2026-11-03'],
  ['23:59', 541, '2026-11-03'],
])('at %s the hours of a morning are %d minutes away, on %s', (time, minutes, date) => {
  expect(minutesToMorning(at('2026-11-02', time), hours)).toBe(minutes)
  expect(nextMorning(at('2026-11-02', time), hours)).toBe(date)
})

describe('a program whose days were given back', () => {
  const third = { state: 'active', currentDay: 3, lastSentOn: '2026-11-04' } as const

  test.each([
    ['stands before the day that did not arrive', third, [3], 2],
    ['stands before the first of several in a row', third, [2, 3], 1],
    ['stands before the first day of all', third, [3, 1, 2], 0],
    ['stays where a later day did arrive', third, [1], 3],
  ])('%s', (_, progress, failed, currentDay) => {
    expect(rewindProgress(progress, { failed, lastSentOn: '2026-11-03' }).currentDay).toBe(currentDay)
  })

  test('is under way again after its last day, and counts from the message that arrived', () => {
    const finished = { state: 'finished', currentDay: 5, lastSentOn: '2026-11-06' } as const
    expect(rewindProgress(finished, { failed: [5], lastSentOn: '2026-11-05' })).toEqual({
      state: 'active',
      currentDay: 4,
      lastSentOn: '2026-11-05',
    })
    const cancelled = { ...finished, state: 'cancelled' } as const
    expect(rewindProgress(cancelled, { failed: [5], lastSentOn: null }).state).toBe('cancelled')
  })
})
