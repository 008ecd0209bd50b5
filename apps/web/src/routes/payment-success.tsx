import { pricingTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { clearIntent } from '#web/features/payment/intent-store.ts'
import {
  type PaymentReturn,
  parsePaymentReturnState,
  paymentReturnState,
  readReturn,
  saveReturn,
  unknownPaymentReturnState,
  withoutProviderParams,
} from '#web/features/payment/payment-return.ts'
import { PaymentSuccess } from '#web/features/payment/payment-success.tsx'
import { UnknownProduct } from '#web/features/payment/unknown-product.tsx'
import { useLatestAnswers } from '#web/features/profile/use-latest-answers.ts'
import { readFinished } from '#web/features/quiz/store/finished-attempt.ts'
import { readAttempt } from '#web/features/quiz/store/saved-attempt.ts'
import { deviceStore, readJson, tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The return page after a payment. Only the server knows whether it was paid. */
export default function PaymentSuccessRoute() {
  usePageMeta({ title: paymentTexts.success.title })
  const found = useReturn()
  return (
    <QueryClientProvider client={queryClient}>
      {found ? <Thanks found={found} /> : <UnknownProduct />}
    </QueryClientProvider>
  )
}

/**
 * The advice about a doctor comes from the order, this device's test, or the account's newest one;
 * otherwise it is general.
 */
function Thanks({ found }: { found: PaymentReturn }) {
  const latest = useLatestAnswers()
  const [stored] = useState(readStoredAnswers)
  const isVisitor = useSession().status === 'signed-out'
  function doctorsWord(isDoctorFirst: boolean | null): string | null {
    if (isDoctorFirst || hasMedicalRedFlags(stored, latest)) return pricingTexts.doctorsWordBought
    return isDoctorFirst === null && isVisitor && !stored ? pricingTexts.doctorsWordIf : null
  }
  return <PaymentSuccess found={found} doctorsWord={doctorsWord} />
}

function readStoredAnswers() {
  return readFinished(tabStore)?.answers ?? readAttempt(deviceStore, Date.now())?.quiz.answers ?? null
}

/**
 * Reads the return once. Then the intent is used up, and the tab remembers the return in place of
 * the address, so that a reload finds it again, until the device is forgotten.
 */
function useReturn(): PaymentReturn | null {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const [found] = useState(() => {
    const now = Date.now()
    const storedAnswers = readStoredAnswers()
    const remembered = readJson(tabStore, tabKeys.paymentReturn)
    return readReturn({
      ...{ params, remembered, storedAnswers, now },
      ...{ device: deviceStore, mark: parsePaymentReturnState(state) },
    })
  })
  // Once, because during navigation this page already sees the next address.
  const isCleaned = useRef(false)
  useEffect(() => {
    if (isCleaned.current) return
    isCleaned.current = true
    const cleaned = withoutProviderParams(params)
    if (!found && !cleaned) return
    if (found) {
      clearIntent(deviceStore, found.invId, Date.now())
      saveReturn(tabStore, found)
    }
    const mark = found ? paymentReturnState : unknownPaymentReturnState
    if (cleaned || state === null) setParams(cleaned ?? params, { replace: true, state: mark })
  }, [found, params, setParams, state])
  return found
}
