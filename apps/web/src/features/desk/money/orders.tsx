import { moneyTexts } from '@app/content/ru/ui/desk/money'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { MoneyOrder } from '@app/contracts/desk/money'
import { orderStates } from '@app/domain/orders/order'
import { productTypes } from '@app/domain/orders/products'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useMay } from '../desk-context.ts'
import { Action } from '../parts/action.tsx'
import { Choice } from '../parts/choice.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { More } from '../parts/more.tsx'
import { QueryResult } from '../parts/query-result.tsx'
import { refundOrder } from '../person/person-queries.ts'
import { daysOf, moneyOrdersQuery, refundOrderWithoutPerson } from './money-queries.ts'
import { PeriodChoice, usePeriod } from './period-choice.tsx'

const texts = moneyTexts.orders

const columns: readonly Column<MoneyOrder>[] = [
  { id: 'number', head: texts.number, isName: true, cell: ({ invId }) => `№\u00a0${invId}` },
  {
    id: 'buyer',
    head: texts.buyer,
    cell: ({ personId, name }) =>
      personId ? (
        <PageLink
          to={`/desk/people/${personId}`}
          className="inline-flex min-h-11 min-w-11 items-center md:min-h-6"
        >
          {name || peopleTexts.nameless}
        </PageLink>
      ) : (
        name || null
      ),
  },
  { id: 'product', head: texts.product, cell: ({ product }) => recordWords.product[product] },
  {
    id: 'state',
    head: texts.state,
    cell: ({ state, test, isGift, repeats }) => (
      <span className="flex flex-wrap gap-1 max-md:justify-end">
        <Badge variant={state === 'paid' ? 'success' : 'neutral'}>{recordWords.order[state]}</Badge>
        {isGift && <Badge>{texts.gift}</Badge>}
        {repeats !== null && <Badge variant="waiting">{texts.twice(repeats)}</Badge>}
        {test && <Badge>{texts.test}</Badge>}
      </span>
    ),
  },
  { id: 'at', head: texts.at, cell: ({ at }) => formatMoment(new Date(at)) },
  { id: 'source', head: texts.source, cell: ({ source }) => source },
  {
    id: 'sum',
    head: texts.sum,
    isNumber: true,
    cell: ({ chargeTiyn, dueTiyn }) => (
      <>
        {formatTenge(chargeTiyn)}
        {dueTiyn > 0 && <Badge variant="waiting">{peopleTexts.due(formatTenge(dueTiyn))}</Badge>}
      </>
    ),
  },
]

/** Orders of deleted people and duplicates are refunded here. */
const isRefundedHere = ({ personId, state, repeats }: MoneyOrder) =>
  state === 'paid' && (personId === null || repeats !== null)

const action: Column<MoneyOrder> = {
  id: 'action',
  head: texts.action,
  cell: (order) => (isRefundedHere(order) ? <RefundAction order={order} /> : null),
}

function RefundAction({ order: { orderId, invId, chargeTiyn, personId } }: { order: MoneyOrder }) {
  const config = useConfig()
  const queries = useQueryClient()
  return (
    <Action
      name="refund"
      label={texts.refund}
      confirm={{ text: texts.refundText(invId, formatTenge(chargeTiyn)), submit: texts.refund }}
      isGrave
      run={() =>
        personId === null ? refundOrderWithoutPerson(config, orderId) : refundOrder(config, personId, orderId)
      }
      onDone={() => {
        void queries.invalidateQueries({ queryKey: queryKeys.ordersFound })
        void queries.invalidateQueries({ queryKey: queryKeys.sums })
      }}
    />
  )
}

const states = [...orderStates, 'due'] as const

/** Orders by the day of payment or placement. */
export function Orders() {
  const config = useConfig()
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const state = states.find((each) => each === params.get('state'))
  const product = productTypes.find((each) => each === params.get('product'))
  const look = { ...daysOf(usePeriod(), new Date()), state, product }
  const query = useInfiniteQuery(moneyOrdersQuery(config, look))
  const narrow = (key: string) => (value: string) => {
    const { [key]: _, ...rest } = Object.fromEntries(params)
    setParams({ ...rest, ...(value && { [key]: value }) }, { preventScrollReset: true, replace: true })
  }
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 md:max-w-2xl md:grid-cols-3">
        <PeriodChoice />
        <Choice
          label={texts.state}
          value={state ?? ''}
          any={texts.any}
          options={states.map((each) => [each, each === 'due' ? texts.due : recordWords.order[each]])}
          onChoose={narrow('state')}
        />
        <Choice
          label={texts.product}
          value={product ?? ''}
          any={texts.anyProduct}
          options={productTypes.map((each) => [each, recordWords.product[each]])}
          onChoose={narrow('product')}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <ExportButtons request={{ view: 'orders', look }} />
      </div>
      <QueryResult query={query}>
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.orders)
          const hasActions = may('refunds') && orders.some(isRefundedHere)
          return (
            <>
              {orders.length === 0 ? (
                <p className="text-ink-soft">{texts.none}</p>
              ) : (
                <DeskTable
                  caption={texts.caption}
                  columns={hasActions ? [...columns, action] : columns}
                  rows={orders}
                  rowKey={({ orderId }) => orderId}
                />
              )}
              <More query={query} label={moneyTexts.more} />
            </>
          )
        }}
      </QueryResult>
    </div>
  )
}
