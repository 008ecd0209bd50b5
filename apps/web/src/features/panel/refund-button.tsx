import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { formatTenge } from '@app/content/ru/money'
import { orderDeskTexts as texts } from '@app/content/ru/ui/order-desk'
import { type DeskOrder, refundResponseSchema } from '@app/contracts/order-desk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type RefundButtonProps = { order: DeskOrder; dueTiyn: number; onRefunded: (order: DeskOrder) => void }

/** Marks an order as refunded, after a second press; the money itself goes back at the provider, before. */
export function RefundButton({ order, dueTiyn, onRefunded }: RefundButtonProps) {
  const config = useConfig()
  const [isAsking, setAsking] = useState(false)
  const refund = useMutation({
    mutationKey: ['order-desk', 'refund'],
    mutationFn: async () =>
      refundResponseSchema.parse(
        await callApi(config, `/panel/orders/${order.orderId}/refund`, { method: 'POST' }),
      ).order,
    onSuccess: onRefunded,
  })

  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <p className="text-label text-ink-soft">{texts.due(formatTenge(dueTiyn))}</p>
      {order.depositUsedBy !== null && (
        <Alert variant="waiting">{texts.depositUsed(order.depositUsedBy)}</Alert>
      )}
      {isAsking ? (
        <>
          <div>
            <p className="font-medium">{texts.confirmTitle}</p>
            <p className="text-label text-ink-soft">{texts.confirmText}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="sm" disabled={refund.isPending} onClick={() => setAsking(false)}>
              {texts.keep}
            </Button>
            <Button variant="destructive" size="sm" busy={refund.isPending} onClick={() => refund.mutate()}>
              {texts.confirm}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {texts.refund}
        </Button>
      )}
      {refund.isError && <Alert variant="error">{refusalText(refund.error)}</Alert>}
    </div>
  )
}

function refusalText(error: Error): string {
  if (!(error instanceof ApiError)) return apiErrorTexts.internal
  return error.code === 'unreachable' ? networkErrorText : apiErrorTexts[error.code]
}
