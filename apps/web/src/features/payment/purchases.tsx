import { productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { formatMinute } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { Orders } from '@app/contracts/payments'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { findIntent } from './intent-store.ts'
import { ordersQuery } from './payment-queries.ts'
import { findReturnedOrder } from './payment-return.ts'
import { useContinuePayment } from './use-payment.ts'

const texts = paymentTexts.purchases

type Order = Orders['orders'][number]

type PurchasesProps = {
  userId: string
  /** False where nothing is sold to this user: an unpaid order is then not continued. */
  mayPay: boolean
}

/** Lists what the user bought or began to buy, and where each order stands. */
export function Purchases({ userId, mayPay }: PurchasesProps) {
  const { data, isPending, refetch } = useQuery(ordersQuery(useConfig(), userId))
  if (isPending) return <Spinner className="size-6" label={texts.title} />
  if (!data) return <PurchasesFailed onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="text-ink-soft">{texts.empty}</p>
  return (
    <ul className="grid divide-y divide-line">
      {data.map((order) => (
        <PurchaseRow key={order.orderId} order={order} mayPay={mayPay} />
      ))}
    </ul>
  )
}

function PurchaseRow({ order, mayPay }: { order: Order; mayPay: boolean }) {
  const { invId, product, isGift, giftPhone, state, chargeTiyn, depositTiyn, dueTiyn, paidAt, createdAt } =
    order
  // One text node, because translators replace adjacent ones.
  const facts = [
    texts.order(invId),
    formatMinute(new Date(paidAt ?? createdAt)),
    depositTiyn > dueTiyn && texts.deposit(formatTenge(depositTiyn - dueTiyn)),
    dueTiyn > 0 && texts.due(formatTenge(dueTiyn)),
  ]
  return (
    <li
      data-order-state={state}
      className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0"
    >
      <div>
        <p className="font-medium">
          {isGift ? `${productTexts[product].title}, ${texts.gift(giftPhone)}` : productTexts[product].title}
        </p>
        <p className="text-label text-ink-soft">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <p className="flex items-baseline gap-3">
        <Price>{formatTenge(chargeTiyn)}</Price>
        <span className={state === 'paid' ? 'font-medium text-meadow-deep' : 'text-ink-soft'}>
          {texts.states[state]}
        </span>
      </p>
      {state === 'created' && mayPay && <Unpaid order={order} />}
    </li>
  )
}

/** Continues an unpaid order, or links to its offer. Hidden directly after a return. */
function Unpaid({ order: { invId, product } }: { order: Order }) {
  const { state, resume } = useContinuePayment()
  if (findReturnedOrder(tabStore, product) === invId) return null
  const intent = findIntent(deviceStore, invId, Date.now())
  const { opening, waiting } = paymentTexts.pay
  return (
    <div className="mt-2 grid w-full justify-items-start gap-3">
      {intent ? (
        <Button busy={state.status === 'opening'} onClick={() => void resume(intent)}>
          {state.status === 'opening' ? opening : waiting.button}
        </Button>
      ) : (
        <PageLink to="/profile?tab=result#pricing-section" className={buttonStyle()}>
          {waiting.button}
        </PageLink>
      )}
      {state.status === 'failed' && <Alert variant="error">{state.problem}</Alert>}
    </div>
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
