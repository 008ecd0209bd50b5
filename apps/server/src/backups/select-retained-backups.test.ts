import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBackupOverdue } from './backup-overdue.ts'
import { type RetentionRule, selectRetainedBackups } from './select-retained-backups.ts'

const day = 24 * 60 * 60 * 1000
const at = (text: string) => new Date(`${text}T22:10:00Z`)
const rules = fc.record({ daily: fc.nat(10), weekly: fc.nat(6), monthly: fc.nat(6) })
const instants = fc.array(fc.date({ min: at('2026-01-01'), max: at('2027-12-31'), noInvalidDate: true }), {
  maxLength: 60,
})
const texts = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(0, 10))

/** Returns the backups left when one is made every night and the rule is applied at once. */
function livedThrough(nights: number, rule: RetentionRule, from = at('2026-03-02')): Date[] {
  let left: Date[] = []
  for (let night = 0; night < nights; night++) {
    left = selectRetainedBackups([...left, new Date(from.getTime() + night * day)], rule)
  }
  return left
}

test('a night a day, then the last of each week, then the last of each month', () => {
  // From Monday, 2 March, to Sunday, 31 May.
  expect(texts(livedThrough(91, { daily: 3, weekly: 3, monthly: 3 }))).toEqual([
    '2026-03-31',
    '2026-04-30',
    '2026-05-17',
    '2026-05-24',
    '2026-05-29',
    '2026-05-30',
    '2026-05-31',
  ])
})

test('the newest is kept, whatever the rule says', () => {
  fc.assert(
    fc.property(instants, rules, (madeAt, rule) => {
      const newest = Math.max(...madeAt.map((date) => date.getTime()))
      expect(selectRetainedBackups(madeAt, rule).at(-1)?.getTime()).toBe(
        madeAt.length > 0 ? newest : undefined,
      )
    }),
  )
})

test('no more are kept than the rule has room for, and what is kept stays kept', () => {
  fc.assert(
    fc.property(instants, rules, (madeAt, rule) => {
      const kept = selectRetainedBackups(madeAt, rule)
      expect(kept.length).toBeLessThanOrEqual(Math.max(1, rule.daily + rule.weekly + rule.monthly))
      expect(selectRetainedBackups(kept, rule)).toEqual(kept)
      expect(madeAt).toEqual(expect.arrayContaining(kept))
    }),
  )
})

test('removing every night loses nothing that removing once at the end would have kept', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), rules, (nights, rule) => {
      const from = at('2026-03-02')
      const all = Array.from({ length: nights }, (_, night) => new Date(from.getTime() + night * day))
      expect(livedThrough(nights, rule, from)).toEqual(selectRetainedBackups(all, rule))
    }),
    { numRuns: 50 },
  )
})

test('when no new ones come, the old ones stay', () => {
  const old = livedThrough(30, { daily: 7, weekly: 4, monthly: 0 })

  expect(selectRetainedBackups(old, { daily: 7, weekly: 4, monthly: 0 })).toEqual(old)
})

test.each([
  ['the last one is from last night', at('2026-03-02'), '2026-03-03T23:00:00Z', false],
  ['the last one is 26 hours old', at('2026-03-02'), '2026-03-04T00:10:00Z', false],
  ['the last one is older', at('2026-03-02'), '2026-03-04T00:10:01Z', true],
  ['there was none, and they are new', null, '2026-03-02T20:00:00Z', false],
  ['there was none for 26 hours', null, '2026-03-03T12:00:00Z', true],
])('it is overdue or not: %s', (_, lastGoodAt, now, overdue) => {
  const since = new Date('2026-03-02T08:00:00Z')

  expect(isBackupOverdue({ lastGoodAt, since }, new Date(now))).toBe(overdue)
})
