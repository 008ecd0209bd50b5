import { paymentErrorTexts } from '@app/content/ru/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readAbandonedOrder, saveAbandonedOrder } from '#web/features/payment/abandoned-order.ts'
import { PaymentFailed } from '#web/features/payment/payment-failed.tsx'
import { withoutProviderParams } from '#web/features/payment/payment-return.ts'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The return page after a failed payment. The order stays open. */
export default function PaymentFailedRoute() {
  usePageMeta({ title: paymentErrorTexts.failed })
  const [params, setParams] = useSearchParams()
  const [failure] = useState(() =>
    readAbandonedOrder({ params, device: deviceStore, tab: tabStore, now: Date.now() }),
  )
  useEffect(() => {
    if (failure.invId !== null) saveAbandonedOrder(tabStore, failure)
    const cleaned = withoutProviderParams(params)
    if (cleaned) setParams(cleaned, { replace: true })
  }, [failure, params, setParams])
  return (
    <QueryClientProvider client={queryClient}>
      <PaymentFailed failure={failure} />
    </QueryClientProvider>
  )
}
