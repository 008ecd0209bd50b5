import { expect, test } from 'vitest'
import { evaluateAccess, evaluateRowSecurity } from './evaluate-access.ts'

test.each([
  ['no row for a visitor', { rows: 0, error: { code: 'PGRST116', message: 'no rows' } }, 'denied'],
  ['a row for a visitor', { rows: 1, error: null }, 'exposed'],
  ['nothing at all', { rows: 0, error: null }, 'denied'],
  ['a database in trouble', { rows: 0, error: { code: 'PGRST002', message: 'no schema' } }, 'failed'],
])('%s means %s', (_what, probe, outcome) => {
  expect(evaluateAccess(probe)).toBe(outcome)
})

const nothing = { visitorSees: 0, visitorChanges: 0, strangerSees: 0, strangerChanges: 0 }
test.each([
  ['guarded', { isOn: true }],
  ['off', { isOn: false }],
  ['exposed', { isOn: true, visitorSees: 1, strangerSees: 1 }],
  ['foreign', { isOn: true, strangerSees: 2, strangerChanges: 2 }],
  ['changeable', { isOn: true, strangerChanges: 2 }],
  ['changeable', { isOn: true, visitorChanges: 1 }],
])('leads are %s where the server saw %o', (state, seen) => {
  expect(evaluateRowSecurity({ ...nothing, ...seen })).toBe(state)
})
