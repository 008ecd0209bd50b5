import { expect, test } from 'vitest'
import { readdress } from './readdress.ts'

test.each([
  ['another spelling of the same number', '+77015556677', '8 (701) 555-66-77', { outcome: 'unchanged' }],
  [
    'another number',
    '+77015556677',
    '+77019998877',
    { outcome: 'readdressed', from: '77015556677', phone: '77019998877' },
  ],
  ['the first number', null, '+77019998877', { outcome: 'readdressed', from: null, phone: '77019998877' }],
  [
    'a number that cannot be written to',
    '+77015556677',
    '+7701999',
    { outcome: 'unreachable', from: '77015556677' },
  ],
  ['still none that can be written to', null, '+7701999', { outcome: 'unchanged' }],
])('%s', (_, known, given, expected) => expect(readdress(known, given)).toEqual(expected))
