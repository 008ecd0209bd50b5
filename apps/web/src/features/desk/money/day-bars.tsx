import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import { formatShortDay } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { Money } from '@app/contracts/desk/money'

const height = 64

/**
 * Shows what was paid on each of the days, nothing as well, as bars for the eye; the table below
 * has the figures.
 */
export function DayBars({ days, groups }: { days: readonly string[]; groups: Money['groups'] }) {
  const paid = new Map(groups.map(({ key, paidTiyn }) => [key, paidTiyn]))
  const max = Math.max(0, ...paid.values())
  return (
    <figure className="grid gap-1 text-label text-ink-soft">
      {max > 0 && <figcaption>{texts.maxPerDay(formatTenge(max))}</figcaption>}
      <svg
        role="img"
        aria-label={texts.chart}
        viewBox={`0 0 ${days.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-20 w-full border-line border-b text-meadow"
      >
        {days.map((day, index) => {
          const paidTiyn = paid.get(day) ?? 0
          const bar = paidTiyn > 0 ? Math.max(2, (paidTiyn / max) * height) : 0
          return (
            <rect key={day} x={index * 10 + 1} y={height - bar} width={8} height={bar} fill="currentColor" />
          )
        })}
      </svg>
      <div aria-hidden="true" className="flex justify-between">
        {[days.at(0), days.at(-1)].map(
          (day) => day && <span key={day}>{formatShortDay(day, new Date())}</span>,
        )}
      </div>
    </figure>
  )
}
