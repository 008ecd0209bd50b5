import { expect, it } from 'vitest'
import { formatPhone } from './phone.ts'

it.each([
  ['+77015550002', '+7 701 555 00 02'],
  ['77015550002', '+7 701 555 00 02'],
  ['+996700123456', '+996700123456'],
  ['996700123456', '+996700123456'],
])('%s is read as %s, on one line', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown.replaceAll(' ', '\u00a0'))
})
