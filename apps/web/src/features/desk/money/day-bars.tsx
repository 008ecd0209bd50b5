import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import type { Money } from '@app/contracts/desk/money'

const height = 64

/** The days' payments as bars, for the eye; the table below has the figures. */
export function DayBars({ groups }: { groups: Money['groups'] }) {
  const days = groups.toReversed()
  const most = Math.max(1, ...days.map(({ paidTiyn }) => paidTiyn))
  return (
    <svg
      role="img"
      aria-label={texts.chart}
      viewBox={`0 0 ${days.length * 10} ${height}`}
      preserveAspectRatio="none"
      className="h-20 w-full text-meadow"
    >
      {days.map(({ key, paidTiyn }, index) => {
        const bar = Math.max(paidTiyn > 0 ? 2 : 0, (paidTiyn / most) * height)
        return (
          <rect key={key} x={index * 10 + 1} y={height - bar} width={8} height={bar} fill="currentColor" />
        )
      })}
    </svg>
  )
}
