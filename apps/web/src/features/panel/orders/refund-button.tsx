import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { panelOrdersTexts as texts } from '@app/content/ru/ui/panel-orders'
import { formatTenge } from '@app/content/ru/writing/money'
import { type PanelOrder, refundResponseSchema } from '@app/contracts/panel-orders'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FactorCodeForm } from '#web/components/second-factor/factor-code-form.tsx'
import { KnownFactors } from '#web/components/second-factor/known-factors.tsx'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type RefundButtonProps = { order: PanelOrder; dueTiyn: number; onRefunded: (order: PanelOrder) => void }

/** Marks an order as refunded, after a second press; the money itself goes back at the provider, before. */
export function RefundButton({ order, dueTiyn, onRefunded }: RefundButtonProps) {
  const config = useConfig()
  const [isAsking, setAsking] = useState(false)
  const refund = useMutation({
    mutationKey: ['panel-orders', 'refund'],
    mutationFn: async () =>
      refundResponseSchema.parse(
        await callApi(config, `/panel/orders/${order.orderId}/refund`, { method: 'POST' }),
      ).order,
    onSuccess: onRefunded,
  })
  const needsProof = needsSecondFactor(refund.error)
  const keep = () => {
    refund.reset()
    setAsking(false)
  }

  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <p className="text-label text-ink-soft">{texts.due(formatTenge(dueTiyn))}</p>
      {order.depositUsedBy !== null && dueTiyn > 0 && (
        <Alert variant="waiting">
          {order.isOwedBack
            ? texts.depositUsed(order.depositUsedBy, formatTenge(dueTiyn))
            : texts.depositOfStranger(order.depositUsedBy)}
        </Alert>
      )}
      {isAsking && needsProof && <FreshProof onShown={refund.mutate} onKept={keep} />}
      {isAsking && !needsProof && (
        <>
          <Explanation title={texts.confirmTitle} text={texts.confirmText} />
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="sm" disabled={refund.isPending} onClick={keep}>
              {texts.keep}
            </Button>
            <Button variant="destructive" size="sm" busy={refund.isPending} onClick={() => refund.mutate()}>
              {texts.confirm}
            </Button>
          </div>
        </>
      )}
      {!isAsking && (
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          {texts.refund}
        </Button>
      )}
      {refund.isError && !needsProof && <Alert variant="error">{refusalText(refund.error)}</Alert>}
    </div>
  )
}

/** Asks for a second-factor code; the pending refund continues afterwards. */
function FreshProof({ onShown, onKept }: { onShown: () => void; onKept: () => void }) {
  return (
    <>
      <Explanation title={texts.proofTitle} text={texts.proofText} />
      <KnownFactors>
        {(factors) => (
          <FactorCodeForm factors={factors} submit={texts.confirm} onShown={onShown}>
            <Button variant="outline" onClick={onKept}>
              {texts.keep}
            </Button>
          </FactorCodeForm>
        )}
      </KnownFactors>
    </>
  )
}

function Explanation({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="text-label text-ink-soft">{text}</p>
    </div>
  )
}

/** Returns true for errors that a second-factor code resolves. */
function needsSecondFactor(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'fresh_sign_in_required' || error.code === 'second_factor_required'
}

function refusalText(error: Error): string {
  if (!(error instanceof ApiError)) return apiErrorTexts.internal
  return error.code === 'unreachable' ? networkErrorText : apiErrorTexts[error.code]
}
