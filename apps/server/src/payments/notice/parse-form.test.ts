import { expect, test } from 'vitest'
import { parseForm } from './parse-form.ts'

test.each([
  [
    'OutSum=5000.000000&InvId=1',
    [
      ['OutSum', '5000.000000'],
      ['InvId', '1'],
    ],
  ],
  [
    'a=b+c%2Bd&e',
    [
      ['a', 'b c+d'],
      ['e', ''],
    ],
  ],
  [
    'a=1&a=2&&',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['%D1%8F=%3D=', [['я', '==']]],
  [
    'EMail=%E8%E2%E0%ED@example.kz&InvId=1',
    [
      ['EMail', '\ufffd'],
      ['InvId', '1'],
    ],
  ],
  [
    'a=%zz&b=%',
    [
      ['a', '\ufffd'],
      ['b', '\ufffd'],
    ],
  ],
  ['%ff=%E4', [['%ff', '\ufffd']]],
])('the form %s is read', (raw, fields) => {
  expect(parseForm(raw)).toEqual(fields)
})

test.each(['', '&&', 'a=1&'.repeat(61)])('%j is no form', (raw) => {
  expect(parseForm(raw)).toBeNull()
})
