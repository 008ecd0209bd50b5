import { paymentErrorTexts } from '@app/content/ru/errors'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readIntent } from '#web/features/payment/intent-store.ts'
import { PaymentFailed } from '#web/features/payment/payment-failed.tsx'
import { withoutProviderParams } from '#web/features/payment/payment-return.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'

/** Where the payment provider sends a buyer who did not pay. They may still, so the order is left as it is. */
export default function PaymentFailedRoute() {
  usePageMeta({ title: paymentErrorTexts.failed })
  const [params, setParams] = useSearchParams()
  const [returnTo] = useState(() => readIntent(deviceStore, Date.now())?.returnTo ?? '/profile')
  useEffect(() => {
    const cleaned = withoutProviderParams(params)
    if (cleaned) setParams(cleaned, { replace: true })
  }, [params, setParams])
  return <PaymentFailed returnTo={returnTo} />
}
