import { moneyTexts as texts } from '@app/content/ru/ui/desk/money'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { Choice } from '../parts/choice.tsx'
import { type Period, periodNames } from './money-queries.ts'

/** The period in the page's address. */
export function usePeriod(): Period {
  const [params] = useSearchParams()
  return periodNames.find((each) => each === params.get('period')) ?? 'month'
}

export function PeriodChoice() {
  const [params, setParams] = useSearchParams()
  return (
    <Choice
      label={texts.period.label}
      value={usePeriod()}
      options={periodNames.map((each) => [each, texts.period[each]])}
      onChoose={(period) =>
        setParams({ ...Object.fromEntries(params), period }, { preventScrollReset: true, replace: true })
      }
    />
  )
}
