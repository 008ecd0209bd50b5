import { expect, it } from 'vitest'
import { canSpendDeposit } from './deposit.ts'

it.each([
  ['the order holds it', { program: 'paid', holder: { isSelf: true, state: 'created' } }, true],
  ['it was given back and nobody took it', { program: 'paid', holder: null }, true],
  ['another order holds it, unpaid', { program: 'paid', holder: { isSelf: false, state: 'created' } }, true],
  ['another order was paid with it', { program: 'paid', holder: { isSelf: false, state: 'paid' } }, false],
  ['the program was refunded', { program: 'refunded', holder: null }, false],
  [
    'the program was refunded meanwhile',
    { program: 'refunded', holder: { isSelf: true, state: 'created' } },
    false,
  ],
] as const)('a consultation that is paid spends its deposit or not: %s', (_, standing, expected) => {
  expect(canSpendDeposit(standing)).toBe(expected)
})
