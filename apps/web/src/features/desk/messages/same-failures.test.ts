import type { Undelivered } from '@app/contracts/desk/messages'
import { expect, test } from 'vitest'
import { groupSameFailures } from './same-failures.ts'

const message = (messageId: string, of: Partial<Undelivered> = {}): Undelivered => ({
  ...{ personId: '00000000-0000-4000-8000-000000000001', name: 'Айгерим', email: null, phone: '77011112233' },
  ...{ messageId, isGift: false, kind: 'daily', day: 1, at: '2026-11-20T04:00:00.000Z', errorCode: null },
  failure: 'recipient',
  ...of,
})

test('one trouble of one person is one row, whatever comes between; others are their own', () => {
  const ids = groupSameFailures([
    message('day-3'),
    message('of-another', { personId: null, name: null, phone: '77019998877' }),
    message('day-2'),
    message('by-another-reason', { failure: 'opted_out' }),
    message('to-another-number', { phone: '77014445566' }),
    message('day-1'),
  ]).map((group) => group.map(({ messageId }) => messageId))
  expect(ids).toEqual([
    ['day-3', 'day-2', 'day-1'],
    ['of-another'],
    ['by-another-reason'],
    ['to-another-number'],
  ])
})

test('of whom nothing is known each message is its own', () => {
  const unknown = { personId: null, phone: null }
  expect(groupSameFailures([message('a', unknown), message('b', unknown)])).toHaveLength(2)
})
