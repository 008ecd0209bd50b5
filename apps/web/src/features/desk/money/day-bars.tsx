import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import type { Money } from '@app/contracts/desk/money'

const height = 64

/** What was paid on each of the days, nothing as well, as bars for the eye; the table below has the figures. */
export function DayBars({ days, groups }: { days: readonly string[]; groups: Money['groups'] }) {
  const paid = new Map(groups.map(({ key, paidTiyn }) => [key, paidTiyn]))
  const most = Math.max(1, ...paid.values())
  return (
    <svg
      role="img"
      aria-label={texts.chart}
      viewBox={`0 0 ${days.length * 10} ${height}`}
      preserveAspectRatio="none"
      className="h-20 w-full text-meadow"
    >
      {days.map((day, index) => {
        const paidTiyn = paid.get(day) ?? 0
        const bar = Math.max(paidTiyn > 0 ? 2 : 0, (paidTiyn / most) * height)
        return (
          <rect key={day} x={index * 10 + 1} y={height - bar} width={8} height={bar} fill="currentColor" />
        )
      })}
    </svg>
  )
}
