import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatShortDay } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { type Money, type MoneyGrouping, moneyGroupings } from '@app/contracts/desk/money'
import { partialWeekStart } from '@app/domain/desk/weeks'
import { isProductType } from '@app/domain/orders/products'
import { calendarDays } from '@app/domain/time/almaty'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { Choice } from '../parts/choice.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { DayBars } from './day-bars.tsx'
import { daysOf, moneyQuery } from './money-queries.ts'
import { PeriodChoice, usePeriod } from './period-choice.tsx'

type Group = Money['groups'][number]

function columnsOf(by: MoneyGrouping, from: string): readonly Column<Group>[] {
  return [
    { id: 'key', head: texts.groupHead[by], isName: true, cell: ({ key }) => nameOf(by, key, from) },
    { id: 'count', head: texts.figures.count, isNumber: true, cell: ({ paid }) => texts.payments(paid) },
    { id: 'paid', head: texts.figures.paid, isNumber: true, cell: ({ paidTiyn }) => formatTenge(paidTiyn) },
    {
      id: 'refunded',
      head: texts.figures.refunded,
      isNumber: true,
      cell: ({ refundedTiyn }) => tengeOrNothing(refundedTiyn),
    },
    { id: 'due', head: texts.figures.due, isNumber: true, cell: ({ dueTiyn }) => tengeOrNothing(dueTiyn) },
  ]
}

/** Formats a sum; null for zero, which needs no line. */
const tengeOrNothing = (tiyn: number) => (tiyn === 0 ? null : formatTenge(tiyn))

function nameOf(by: MoneyGrouping, key: string | null, from: string): string {
  if (key === null) return texts.unknown
  if (by === 'product') return isProductType(key) ? recordWords.product[key] : key
  if (by === 'source') return key
  const day = formatShortDay(key, new Date())
  const cut = by === 'week' ? partialWeekStart(key, from) : null
  return cut ? texts.cutWeek(day, formatShortDay(cut, new Date())) : day
}

/** Shows what was paid, given back and is due, together and by what it is divided by. */
export function Sums() {
  const config = useConfig()
  const [params, setParams] = useSearchParams()
  const period = usePeriod()
  const by = moneyGroupings.find((each) => each === params.get('by')) ?? 'day'
  const days = daysOf(period, new Date())
  const query = useQuery(moneyQuery(config, { ...days, by }))
  return (
    <div className="grid gap-5">
      <div className="grid max-w-md grid-cols-2 gap-3">
        <PeriodChoice />
        <Choice
          label={texts.by.label}
          value={by}
          options={moneyGroupings.map((each) => [each, texts.by[each]])}
          onChoose={(value) =>
            setParams(
              { ...Object.fromEntries(params), by: value },
              { preventScrollReset: true, replace: true },
            )
          }
        />
      </div>
      <QueryResult query={query}>
        {({ total, groups }) => (
          <>
            <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
              <Figure
                name={texts.figures.paid}
                value={formatTenge(total.paidTiyn)}
                note={texts.payments(total.paid)}
              />
              <Figure name={texts.figures.refunded} value={formatTenge(total.refundedTiyn)} />
              <Figure name={texts.figures.due} value={formatTenge(total.dueTiyn)} />
            </dl>
            {groups.length === 0 ? (
              <p className="text-ink-soft">{texts.none}</p>
            ) : (
              <>
                {by === 'day' && <DayBars days={calendarDays(days)} groups={groups} />}
                <DeskTable
                  caption={texts.caption}
                  columns={columnsOf(by, days.from)}
                  rows={groups}
                  rowKey={({ key }) => key ?? ''}
                />
                <p className="text-label text-ink-soft">{texts.refundNote}</p>
              </>
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="grid content-start gap-0.5 rounded-card border border-line bg-card p-4">
      <dt className="text-label text-ink-soft">{name}</dt>
      <dd className="headline text-2xl whitespace-nowrap tabular-nums">{value}</dd>
      {note && <dd className="text-label text-ink-soft">{note}</dd>}
    </div>
  )
}
