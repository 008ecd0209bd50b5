import { productTexts } from '@app/content/ru/pricing'
import { panelOrdersTexts as texts } from '@app/content/ru/ui/panel-orders'
import { formatInstant } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { PanelOrder } from '@app/contracts/panel-orders'
import { programDays } from '@app/domain/orders/products'
import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Facts } from '../cards/facts-card.tsx'
import { RefundButton } from './refund-button.tsx'

/** An order with its buyer, status and provider calls, and the refund button. */
export function OrderCard({ found }: { found: PanelOrder }) {
  const [order, setOrder] = useState(found)
  return (
    <Card data-order={order.invId} data-order-state={order.state} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CardTitle>{texts.order(order.invId)}</CardTitle>
        <Badge variant={order.state === 'paid' ? 'success' : 'neutral'}>{texts.states[order.state]}</Badge>
        {order.test && <Badge variant="waiting">{texts.test}</Badge>}
      </div>
      <p>{productTexts[order.product].title}</p>
      <Facts facts={factsOf(order)} />
      {order.refundDueTiyn !== null && (
        <RefundButton order={order} dueTiyn={order.refundDueTiyn} onRefunded={setOrder} />
      )}
    </Card>
  )
}

function factsOf(order: PanelOrder): [string, string][] {
  const { program } = order
  return [
    [texts.buyer, [order.name, order.email].filter(Boolean).join(', ') || texts.none],
    [texts.charge, formatTenge(order.chargeTiyn)],
    ...(order.dueTiyn > 0 ? [[texts.owed, formatTenge(order.dueTiyn)] as [string, string]] : []),
    [texts.created, instant(order.createdAt)],
    [texts.paid, instant(order.paidAt)],
    ...(order.refundedAt ? [[texts.refunded, instant(order.refundedAt)] as [string, string]] : []),
    ...(program
      ? [
          [
            texts.program,
            texts.programDay(texts.programStates[program.state], program.sentDays, programDays),
          ] as [string, string],
        ]
      : []),
    [texts.calls, order.events.map(callText).join('; ') || texts.noCalls],
  ]
}

function callText({ operation, verdict, receivedAt, repeats }: PanelOrder['events'][number]): string {
  const verdicts: Readonly<Record<string, string>> = texts.verdicts
  return texts.call(texts.operations[operation], verdicts[verdict] ?? verdict, instant(receivedAt), repeats)
}

function instant(at: string | null): string {
  return at ? formatInstant(new Date(at)) : texts.none
}
