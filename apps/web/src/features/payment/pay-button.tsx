import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Purchase, startPayment } from './start-payment.ts'

const texts = paymentTexts.pay

/** The button of a product; where it is not sold, why. */
export function PayButton(purchase: Purchase) {
  const { whatsapp } = useConfig()
  if (purchase.product === 'subscription' && !whatsapp) return <Alert>{texts.programOff}</Alert>
  return <OpenPayButton {...purchase} />
}

/** Begins a purchase and leaves for the payment page. Pressed twice, it still begins one. */
function OpenPayButton({ product, source, buyer }: Purchase) {
  const config = useConfig()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, begin, end } = useOnePressUntilBack()

  async function pay() {
    if (!begin()) return
    setProblem(null)
    try {
      const url = await startPayment(config, { product, source, buyer })
      if (url === null) return navigate('/payment_success')
      // Stays busy: the page is about to leave.
      window.location.assign(url)
    } catch (error) {
      setProblem(problemText(error))
      end()
    }
  }

  return (
    <div className="grid gap-2">
      <Button size="lg" variant={product === 'subscription' ? 'quiz' : 'default'} busy={isBusy} onClick={pay}>
        {isBusy ? texts.opening : productTexts[product].button}
      </Button>
      {problem && <Alert variant="error">{problem}</Alert>}
    </div>
  )
}

/**
 * Lets one press through at a time. A browser that returns to this page by Back may show it as it was left, so
 * the button is freed then.
 */
function useOnePressUntilBack() {
  const [isBusy, setBusy] = useState(false)
  // Two presses may come before React has drawn the first.
  const isTaken = useRef(false)
  const end = () => {
    isTaken.current = false
    setBusy(false)
  }
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      isTaken.current = false
      setBusy(false)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
  const begin = () => {
    if (isTaken.current) return false
    isTaken.current = true
    setBusy(true)
    return true
  }
  return { isBusy, begin, end }
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.notAnAddress
  return error.code === 'unreachable' ? networkErrorText : apiErrorTexts[error.code]
}
