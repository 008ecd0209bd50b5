import { found } from '@app/contracts/findings'
import { incidentKinds, type Moment } from '@app/contracts/incidents'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceIncident, type IncidentState, initialIncidentState } from './advance-incident.ts'
import {
  channelsFor,
  evaluateBackupsMade,
  evaluateCertificateFinding,
  evaluateChannel,
  evaluateDiskFinding,
  evaluateErrors,
  evaluateJobs,
  evaluateMessages,
} from './evaluate-installation.ts'
import { type IncidentRule, incidentRules, type Observation } from './incident.ts'
import { nextSendAt } from './next-send-at.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = new Date('2026-11-22T10:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minute)
const rule: IncidentRule = incidentRules.disk_full

/** Feeds the looks to an incident in turn and returns each message with its minute. */
function tellings(
  looks: readonly Observation['seen'][],
  given: IncidentRule = rule,
  everyMinutes = 1,
): [number, Moment][] {
  let state: IncidentState = initialIncidentState
  return looks.flatMap((seen, at): [number, Moment][] => {
    const next = advanceIncident(state, seen, given, after(at * everyMinutes))
    state = next.state
    return next.tell ? [[at * everyMinutes, next.tell]] : []
  })
}

const times = (count: number, seen: Observation['seen']) => Array<Observation['seen']>(count).fill(seen)
const anyLooks = fc
  .array(
    fc.tuple(fc.constantFrom<Observation['seen']>('bad', 'good', 'unclear'), fc.integer({ min: 1, max: 90 })),
    {
      maxLength: 80,
    },
  )
  .map((runs) => runs.flatMap(([seen, count]) => times(count, seen)))

describe('an incident', () => {
  test('is told once when it begins and once when it is over', () => {
    expect(tellings([...times(30, 'bad'), ...times(60, 'good')])).toEqual([
      [0, 'opened'],
      [45, 'ended'],
    ])
  })

  test('that must last before it is told is not told while it comes and goes', () => {
    const slow = incidentRules.jobs_stopped
    expect(tellings(['bad', 'bad', 'good', 'bad', 'bad', 'good'], slow)).toEqual([])
    expect(tellings(times(10, 'bad'), slow)).toEqual([[5, 'opened']])
  })

  test('is recalled after a day, three, seven, and then every week', () => {
    const daily = { ...rule, everyMs: 60 * minute }
    const days = tellings(times(24 * 30, 'bad'), daily, 60).map(([at, tell]) => [at / 1440, tell])
    expect(days).toEqual([[0, 'opened'], ...[1, 3, 7, 14, 21, 28].map((at) => [at, 'reminded'])])
  })

  test('neither opens nor ends over a time in which nobody looked', () => {
    const slow = incidentRules.jobs_stopped
    const bad = advanceIncident(initialIncidentState, 'bad', slow, start).state
    expect(advanceIncident(bad, 'bad', slow, after(60)).tell).toBeNull()

    const open = advanceIncident(initialIncidentState, 'bad', rule, start).state
    const calm = advanceIncident(open, 'good', rule, after(1)).state
    expect(advanceIncident(calm, 'good', rule, after(60)).tell).toBeNull()
  })

  test('goes on over what cannot be seen', () => {
    const { state } = advanceIncident(initialIncidentState, 'bad', rule, start)
    const blind = advanceIncident(state, 'unclear', rule, after(1))
    expect(blind).toEqual({ state: { ...state, seenAt: after(1) }, tell: null })
  })

  test.each(incidentKinds.filter((kind) => incidentRules[kind].tellsEnd))(
    'of %s writes fewer than ten times a day to whoever provokes it as fast as can be',
    (kind) => {
      const lively = incidentRules[kind]
      const every = lively.everyMs / minute
      const told: number[] = []
      let state: IncidentState = initialIncidentState
      for (let at = 0; at * minute < 3 * day; at += every) {
        const next = advanceIncident(state, state.openedAt ? 'good' : 'bad', lively, after(at))
        state = next.state
        if (next.tell) told.push(at)
      }
      for (const from of told) {
        expect(told.filter((at) => at >= from && (at - from) * minute < day).length).toBeLessThan(10)
      }
    },
  )

  test('begins, is recalled and ends in this order, and the same look again tells nothing', () => {
    fc.assert(
      fc.property(anyLooks, (looks) => {
        let state: IncidentState = initialIncidentState
        let isOpen = false
        looks.forEach((seen, at) => {
          const { state: next, tell } = advanceIncident(state, seen, rule, after(at))
          if (tell === 'opened') expect(isOpen).toBe(false)
          if (tell === 'ended' || tell === 'reminded') expect(isOpen).toBe(true)
          isOpen = next.openedAt !== null
          expect(advanceIncident(next, seen, rule, after(at))).toEqual({ state: next, tell: null })
          state = next
        })
      }),
      { numRuns: 40 },
    )
  })

  test('is always over after a day without trouble', () => {
    fc.assert(
      fc.property(anyLooks, (looks) => {
        const told = tellings([...looks, ...times(24 * 60 + 1, 'good')])
        expect(told.at(-1)?.[1] ?? 'ended').toBe('ended')
      }),
      { numRuns: 20 },
    )
  })
})

describe('what is seen', () => {
  const quiet = {
    pausedUntil: null,
    templateRefusedAt: null,
    undeliveredAt: null,
    dueSince: null,
    waiting: 0,
  }
  const bad = (observations: readonly Observation[]) =>
    observations.filter(({ seen }) => seen === 'bad').map(({ kind }) => kind)

  test.each<[string, Partial<typeof quiet> | Record<string, Date>, boolean, string[]]>([
    ['nothing', {}, true, []],
    ['a pause', { pausedUntil: after(5) }, true, ['messages_stopped']],
    ['a pause that is over', { pausedUntil: after(-1) }, true, []],
    ['messages due for half an hour', { dueSince: after(-31) }, true, ['messages_stopped']],
    ['messages just due', { dueSince: after(-29) }, true, []],
    ['messages that wait while they are off', { dueSince: after(-31) }, false, []],
    ['a template refused an hour ago', { templateRefusedAt: after(-70) }, true, ['template_refused']],
    ['a message that did not arrive', { undeliveredAt: after(-1) }, true, ['message_undelivered']],
  ])('of messages: %s', (_title, standing, isOn, kinds) => {
    expect(bad(evaluateMessages({ ...quiet, ...standing }, isOn, start))).toEqual(kinds)
  })

  test('of messages that were switched off: that they go again is not said', () => {
    expect(evaluateMessages(quiet, false, start).map(({ seen }) => seen)).toEqual([
      'unclear',
      'unclear',
      'good',
    ])
  })

  test.each([
    [{ beatAt: null, dueSince: null }, 'good'],
    [{ beatAt: after(-9), dueSince: after(-14) }, 'good'],
    [{ beatAt: after(-11), dueSince: null }, 'bad'],
    [{ beatAt: after(-1), dueSince: after(-16) }, 'bad'],
  ])('of jobs: %o is %s', (standing, seen) => {
    expect(evaluateJobs(standing, start).seen).toBe(seen)
  })

  test.each([
    [null, 'unclear'],
    [{ since: after(-60), lastGoodAt: null, failuresSince: 2 }, 'good'],
    [{ since: after(-60), lastGoodAt: null, failuresSince: 3 }, 'bad'],
    [{ since: after(-27 * 60), lastGoodAt: null, failuresSince: 0 }, 'bad'],
    [{ since: after(-9000), lastGoodAt: after(-25 * 60), failuresSince: 0 }, 'good'],
    [{ since: after(-9000), lastGoodAt: after(-27 * 60), failuresSince: 0 }, 'bad'],
  ])('of backups: %o is %s', (standing, seen) => {
    expect(evaluateBackupsMade(standing, start).seen).toBe(seen)
  })

  test('of errors: one is none, five are', () => {
    expect([1, 4, 5].map((count) => evaluateErrors(count).seen)).toEqual(['good', 'good', 'bad'])
  })

  test('of the disk and the certificate: the worse of two is told, not both', () => {
    expect(bad(evaluateDiskFinding(found('disk_low', { gigabytes: '1.5', percent: 3 })))).toEqual([
      'disk_low',
    ])
    expect(evaluateDiskFinding(found('disk_full', { gigabytes: '0.1' }))).toMatchObject([
      { kind: 'disk_low', seen: 'unclear' },
      { kind: 'disk_full', seen: 'bad', facts: { gigabytes: '0.1' } },
    ])
    expect(bad(evaluateCertificateFinding(found('tls_soon', { host: 'clearday.kz', days: 9 })))).toEqual([
      'certificate_soon',
    ])
    expect(bad(evaluateCertificateFinding(found('tls_expired', { host: 'clearday.kz' })))).toEqual([
      'certificate_bad',
    ])
    expect(evaluateCertificateFinding(found('tls_away', { host: 'clearday.kz', port: 443 }))).toEqual([])
  })

  test('of a channel: it fails after three tries, and the other one tells it', () => {
    expect(evaluateChannel({ channel: 'telegram', failedTries: 2 }).seen).toBe('good')
    expect(evaluateChannel({ channel: 'telegram', failedTries: 3 }).seen).toBe('bad')
    expect(channelsFor('telegram_failing', ['mail', 'telegram'])).toEqual(['mail'])
    expect(channelsFor('mail_failing', ['mail'])).toEqual(['mail'])
    expect(channelsFor('disk_low', ['mail', 'telegram'])).toEqual(['mail', 'telegram'])
  })
})

test.each([
  [1, null, 1],
  [3, null, 4],
  [9, null, 60],
  [200, null, 60],
  [1, 5 * minute, 5],
  [1, 99 * day, 360],
])('after %s tries and Retry-After %s it is tried again in %s minutes', (tries, retryAfterMs, minutes) => {
  expect(nextSendAt(tries, retryAfterMs, start)).toEqual(after(minutes))
})
