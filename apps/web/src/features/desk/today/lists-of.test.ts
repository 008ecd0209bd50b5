import { todayTexts } from '@app/content/ru/ui/desk/today'
import type { Today } from '@app/contracts/desk/today'
import { expect, test } from 'vitest'
import { listsOf } from './lists-of.ts'

const nothing = { paid: null, stands: null, arrange: null, contact: null, finished: null }
const asker = { personId: 'a', name: 'Асель', giftPhone: null, since: '2026-11-22T10:00:00Z' }
const linesOf = (row: { question: string | null; mayStop: boolean }) => {
  const asks = { rows: [{ ...asker, ...row }], count: 1, isMore: false }
  const today: Today = { ...nothing, undelivered: null, faults: null, asks }
  return listsOf(today, new Date('2026-11-22T12:00:00Z'))[0]?.lines
}

test('what may be a request for no more messages is marked before its words, and no other question', () => {
  expect(linesOf({ question: 'Не пишите с утра', mayStop: true })).toMatchObject([
    { name: 'Асель', more: `${todayTexts.mayStop} Не пишите с утра` },
  ])
  expect(linesOf({ question: 'Можно орехи?', mayStop: false })).toMatchObject([{ more: 'Можно орехи?' }])
})
