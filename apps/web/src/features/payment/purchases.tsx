import { formatDay } from '@app/content/ru/date'
import { formatTenge } from '@app/content/ru/money'
import { productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import type { Orders } from '@app/contracts/payments'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ordersQuery } from './payment-queries.ts'

const texts = paymentTexts.purchases

/** What the user bought or began to buy, and where each order stands. */
export function Purchases({ userId }: { userId: string }) {
  const { data, isPending, refetch } = useQuery(ordersQuery(useConfig(), userId))
  if (isPending) return <Spinner className="size-6" label={texts.title} />
  if (!data) return <PurchasesFailed onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="text-ink-soft">{texts.empty}</p>
  return (
    <ul className="grid divide-y divide-line">
      {data.map((order) => (
        <PurchaseRow key={order.orderId} order={order} />
      ))}
    </ul>
  )
}

function PurchaseRow({ order }: { order: Orders['orders'][number] }) {
  const { product, state, chargeTiyn, depositTiyn, dueTiyn, paidAt, createdAt } = order
  return (
    <li
      data-order-state={state}
      className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0"
    >
      <div>
        <p className="font-medium">{productTexts[product].title}</p>
        <p className="text-label text-ink-soft">
          {formatDay(new Date(paidAt ?? createdAt))}
          {depositTiyn > dueTiyn && `, ${texts.deposit(formatTenge(depositTiyn))}`}
          {dueTiyn > 0 && `, ${texts.due(formatTenge(dueTiyn))}`}
        </p>
      </div>
      <p className="flex items-baseline gap-3">
        <span className="tabular-nums">{formatTenge(chargeTiyn)}</span>
        <span className={state === 'paid' ? 'font-medium text-meadow-deep' : 'text-ink-soft'}>
          {texts.states[state]}
        </span>
      </p>
    </li>
  )
}

function PurchasesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{texts.failed}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
