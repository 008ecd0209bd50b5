import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTime } from '../subscriptions/local-time.ts'
import { almatyDay, almatyDayStart, almatyDays, almatyMinute, almatyZone, atAlmatyMinute } from './almaty.ts'

const dayMs = 24 * 3_600_000
/** From the day on which the whole country came to keep one time. */
const instant = fc.date({
  min: new Date('2024-03-01T00:00:00Z'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
})

describe('at any instant', () => {
  test('the clocks are those of the zone that the world knows', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const { date, time } = localTime(at, almatyZone)
        expect([almatyDay(at), almatyMinute(at)]).toEqual([date, `${date}T${time}`])
      }),
    )
  })

  test('a minute that is shown is the minute that was', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const since = at.getTime() - atAlmatyMinute(almatyMinute(at)).getTime()
        expect(since).toBeGreaterThanOrEqual(0)
        expect(since).toBeLessThan(60_000)
      }),
    )
  })

  test('it is within its day, which begins at midnight and is as long as any', () => {
    fc.assert(
      fc.property(instant, fc.nat(400), (at, days) => {
        const { begins, ends } = almatyDays({ from: almatyDay(at), until: almatyDay(at) })
        expect(almatyDayStart(at)).toEqual(begins)
        expect([begins <= at, at < ends]).toEqual([true, true])
        expect(almatyMinute(begins)).toBe(`${almatyDay(at)}T00:00`)
        expect(almatyDayStart(at, days)).toEqual(almatyDayStart(new Date(at.getTime() - days * dayMs)))
      }),
    )
  })
})

test.each([
  ['2026-11-22T18:59:59.999Z', '2026-11-22T23:59', '2026-11-21T19:00:00.000Z'],
  ['2026-11-22T19:00:00.000Z', '2026-11-23T00:00', '2026-11-22T19:00:00.000Z'],
  ['2026-12-31T19:00:00.000Z', '2027-01-01T00:00', '2026-12-31T19:00:00.000Z'],
])('at %s it is %s, on a day that began at %s', (at, minute, began) => {
  expect(almatyMinute(new Date(at))).toBe(minute)
  expect(almatyDayStart(new Date(at)).toISOString()).toBe(began)
})

test('a period has both its days', () => {
  expect(almatyDays({ from: '2026-11-16', until: '2026-11-22' })).toEqual({
    begins: new Date('2026-11-15T19:00:00Z'),
    ends: new Date('2026-11-22T19:00:00Z'),
  })
})

test.each(['', '2026-13-01T00:00', 'завтра'])('«%s» is no minute', (minute) => {
  expect(atAlmatyMinute(minute).getTime()).toBeNaN()
})
