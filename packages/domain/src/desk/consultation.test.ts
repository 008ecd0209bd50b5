import { expect, test } from 'vitest'
import {
  type Consultation,
  type ConsultationAction,
  changeConsultation,
  timeWarnings,
} from './consultation.ts'

const now = new Date('2026-11-22T12:00:00Z')
const past = new Date('2026-11-22T11:00:00Z')
const later = new Date('2026-11-25T11:00:00Z')
const open: Consultation = { state: 'to_arrange', startsAt: null }
const arranged: Consultation = { state: 'arranged', startsAt: past }
const ahead: Consultation = { state: 'arranged', startsAt: later }
const held: Consultation = { state: 'held', startsAt: past }

test.each<[string, Consultation, ConsultationAction, Consultation | 'unchanged' | string]>([
  ['gets a time', open, { action: 'arrange', startsAt: later }, ahead],
  ['gets another', arranged, { action: 'arrange', startsAt: later }, ahead],
  ['was yesterday', open, { action: 'arrange', startsAt: past }, arranged],
  [
    'does not go back',
    open,
    { action: 'arrange', startsAt: new Date('2026-11-21T11:59:00Z') },
    'out_of_range',
  ],
  [
    'does not wait for years',
    open,
    { action: 'arrange', startsAt: new Date('2029-01-15T05:00:00Z') },
    'out_of_range',
  ],
  ['keeps its time', ahead, { action: 'arrange', startsAt: later }, 'unchanged'],
  ['that was held keeps its time', held, { action: 'arrange', startsAt: later }, 'held'],
  ['is held', arranged, { action: 'hold' }, held],
  ['is held once', held, { action: 'hold' }, 'unchanged'],
  ['to come is not held yet', ahead, { action: 'hold' }, 'not_yet'],
  ['without a time is not held', open, { action: 'hold' }, 'no_time'],
  ['was not held after all', held, { action: 'unhold' }, arranged],
  ['waits for its time again', ahead, { action: 'release' }, open],
  ['that was held does not', held, { action: 'release' }, 'held'],
])('a consultation %s', (_, known, action, expected) => {
  const change = changeConsultation(known, action, now)
  if (change.outcome === 'changed') expect(change.consultation).toEqual(expected)
  else expect(change.outcome === 'refused' ? change.reason : change.outcome).toBe(expected)
})

test.each([
  ['2026-11-25T05:00:00Z', []],
  ['2026-12-07T05:00:00Z', []],
  ['2026-12-07T05:01:00Z', ['late']],
  ['2026-11-25T03:00:00Z', []],
  ['2026-11-25T02:59:00Z', ['odd_hour']],
  ['2026-11-25T16:59:00Z', []],
  ['2026-11-25T17:00:00Z', ['odd_hour']],
  ['2026-12-24T22:00:00Z', ['late', 'odd_hour']],
])('a time at %s for what was paid on 23 November asks to be looked at: %j', (startsAt, concerns) => {
  expect(timeWarnings(new Date(startsAt), new Date('2026-11-23T05:00:00Z'))).toEqual(concerns)
})
