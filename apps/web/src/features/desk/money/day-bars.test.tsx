import type { Money } from '@app/contracts/desk/money'
import { calendarDays } from '@app/domain/time/almaty'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayBars } from './day-bars.tsx'

test('a day without payments has its place among the others', () => {
  const group = (key: string, paidTiyn: number): Money['groups'][number] => ({
    ...{ key, paid: 1, paidTiyn, refunded: 0, refundedTiyn: 0, dueTiyn: 0 },
  })
  const days = calendarDays({ from: '2026-10-30', until: '2026-11-02' })
  const groups = [group('2026-11-02', 500_000), group('2026-10-30', 1_000_000)]
  const bars = renderToStaticMarkup(<DayBars days={days} groups={groups} />).matchAll(/height="(\d+)" fill/g)
  expect([...bars].map(([, height]) => Number(height))).toEqual([64, 0, 0, 32])
})
