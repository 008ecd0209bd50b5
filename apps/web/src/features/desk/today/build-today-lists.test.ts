import { todayTexts } from '@app/content/ru/ui/desk/today'
import type { Today } from '@app/contracts/desk/today'
import { expect, test } from 'vitest'
import { buildTodayLists } from './build-today-lists.ts'

const nothing = { paid: null, stands: null, arrange: null, contact: null, finished: null, trapped: null }
const asker = { personId: 'a', name: 'Асель', giftPhone: null, since: '2026-11-22T10:00:00Z' }
const linesOf = (row: { question: string | null; mayStop: boolean }) => {
  const asks = { rows: [{ ...asker, ...row }], count: 1, isMore: false }
  const today: Today = { ...nothing, undelivered: null, faults: null, asks }
  return buildTodayLists(today, new Date('2026-11-22T12:00:00Z'))[0]?.lines
}

test('what may be a request for no more messages is marked before its words, and no other question', () => {
  expect(linesOf({ question: 'Не пишите с утра', mayStop: true })).toMatchObject([
    { name: 'Асель', more: `${todayTexts.mayStop} Не пишите с утра` },
  ])
  expect(linesOf({ question: 'Можно орехи?', mayStop: false })).toMatchObject([{ more: 'Можно орехи?' }])
})

test('what looks like a program’s is shown once there is one, with what it takes to tell and to accept it', () => {
  const day = new Date('2026-11-22T12:00:00Z')
  const lists = (rows: NonNullable<Today['trapped']>['rows']) =>
    buildTodayLists(
      {
        ...{ ...nothing, asks: null, undelivered: null, faults: null },
        trapped: { rows, count: rows.length, isMore: false },
      },
      day,
    )
  expect(lists([])).toEqual([])
  const lead = {
    trappedId: 't',
    name: 'Дана',
    email: 'dana@example.kz',
    phone: '77010000001',
    at: day.toISOString(),
  }
  expect(lists([lead])).toMatchObject([
    {
      id: 'trapped',
      lines: [
        { name: 'Дана', more: 'dana@example.kz, +7\u00a0701\u00a0000\u00a000\u00a001', trappedId: 't' },
      ],
    },
  ])
})
