import { expect, it } from 'vitest'
import { settleDeposit } from './deposit.ts'

const mine = { program: 'paid', isProvenPayer: true, holder: null } as const

it.each([
  ['the order holds it', { holder: { isSelf: true, state: 'created' } }, 'spent'],
  ['it was given back and nobody took it', {}, 'spent'],
  ['another order holds it, unpaid', { holder: { isSelf: false, state: 'created' } }, 'spent'],
  ['another order was paid with it', { holder: { isSelf: false, state: 'paid' } }, 'owed'],
  ['the program was refunded', { program: 'refunded' }, 'owed'],
  [
    'the program was refunded meanwhile',
    { program: 'refunded', holder: { isSelf: true, state: 'created' } },
    'owed',
  ],
  ['anybody may have paid the program', { isProvenPayer: false }, 'spent'],
  [
    'anybody may have paid the program, and has the money back',
    { program: 'refunded', isProvenPayer: false },
    'waived',
  ],
  [
    'anybody may have paid the program, and their other consultation was paid with it',
    { isProvenPayer: false, holder: { isSelf: false, state: 'paid' } },
    'owed',
  ],
] as const)('the deposit of a consultation that is paid, where %s: %o is %s', (_, standing, expected) => {
  expect(settleDeposit({ ...mine, ...standing })).toBe(expected)
})
