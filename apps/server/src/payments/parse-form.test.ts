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
])('the form %s is read', (raw, fields) => {
  expect(parseForm(raw)).toEqual(fields)
})

test.each(['', '&&', 'a=%', 'a=%zz', 'a=%ff', 'a=1&'.repeat(61)])('%j is no form', (raw) => {
  expect(parseForm(raw)).toBeNull()
})
