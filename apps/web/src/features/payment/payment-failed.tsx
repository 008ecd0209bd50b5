import { paymentErrorTexts } from '@app/content/ru/errors'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { chatTexts } from '@app/content/ru/whatsapp'
import { isPayable } from '@app/domain/orders/order'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { reportError } from '#web/lib/report-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type AbandonedOrder, findAbandonedIntent } from './abandoned-order.ts'
import { ChatLink } from './chat-link.tsx'
import { claimFailureReport, type SavedIntent } from './intent-store.ts'
import { paymentReturnState, saveReturn } from './payment-return.ts'
import { type OrderStatus, useOrderStatus } from './use-order-status.ts'
import { useContinuePayment } from './use-payment.ts'

const texts = paymentTexts.failed
const linkButton = { variant: 'link' } as const

/**
 * The state of the money: `settled` when the order was paid after all, `asking` until it is known.
 */
type FailureVerdict = 'asking' | 'settled' | 'not-charged' | 'unreachable' | 'unproven'

function verdictOf(standing: OrderStatus, invId: number | null): FailureVerdict {
  switch (standing) {
    case 'confirmed':
    case 'refunded':
      return 'settled'
    case 'asking':
    case 'unreachable':
    case 'unproven':
      return standing
    case 'unknown':
      // Without an order the provider's answer stands.
      return invId === null ? 'not-charged' : 'unproven'
    default:
      return 'not-charged'
  }
}

const words = {
  asking: texts.asking,
  settled: texts.asking,
  unreachable: texts.unreachable,
  unproven: { title: paymentErrorTexts.failed, text: texts.unproven },
  'not-charged': { title: paymentErrorTexts.failed, text: texts.noCharge },
} as const satisfies Record<FailureVerdict, { title: string; text: string }>

/**
 * Shows a failed payment with its possible causes and the next steps. The server is asked first,
 * because another tab may have paid.
 */
export function PaymentFailed({ failure }: { failure: AbandonedOrder }) {
  const { invId, secret, returnTo } = failure
  const { owner } = useConfig()
  const { standing, order } = useOrderStatus(failure)
  const verdict = verdictOf(standing, invId)
  const product = order?.product
  const navigate = useNavigate()

  useEffect(() => {
    if (verdict !== 'settled' || !product) return
    saveReturn(tabStore, { product, rule: 'payment_intent', invId, secret })
    void navigate('/payment_success', { replace: true, state: paymentReturnState })
  }, [verdict, product, invId, secret, navigate])

  const isFailed = verdict === 'not-charged' || verdict === 'unproven'
  useEffect(() => {
    if (!isFailed || !claimFailureReport(deviceStore, Date.now())) return
    reportError({ type: 'payment_failed', message: 'the payment page sent the buyer back without a payment' })
  }, [isFailed])

  const mayContinue = isFailed && order && standing !== 'unknown' && isPayable(standing, order)
  const intent = mayContinue ? findAbandonedIntent(deviceStore, failure, Date.now()) : null
  const { title, text } = words[verdict]
  const isOpen = verdict === 'asking' || verdict === 'settled'
  return (
    <Container className="py-10 lg:py-16">
      <div className="grid max-w-[50rem] gap-8">
        <header className="grid gap-4">
          <h1 className="headline text-title">{title}</h1>
          <p
            role="status"
            data-verdict={verdict}
            className="flex items-start gap-3 text-lg font-medium text-meadow-deep"
          >
            {isOpen && <Spinner className="mt-1 size-5 shrink-0" />}
            <span>{text}</span>
          </p>
        </header>
        {intent && <ContinuePayment intent={intent} />}
        {isFailed && <FailureCauses />}
        <div className="flex flex-wrap items-center gap-x-8 gap-y-1">
          {isFailed && (
            <PageLink
              to={`${returnTo}#pricing-section`}
              className={buttonStyle(intent ? linkButton : { size: 'lg', className: 'mr-4' })}
              onClick={() => buttonClicked('try_again', '/payment_failed')}
            >
              {intent ? texts.startOver : texts.retry}
            </PageLink>
          )}
          <ChatLink
            phone={owner.supportWhatsapp}
            text={chatTexts.paymentFailed}
            button="support"
            variant="link"
          >
            {texts.support}
          </ChatLink>
          <PageLink to="/profile" className={buttonStyle(linkButton)}>
            {texts.back}
          </PageLink>
        </div>
      </div>
    </Container>
  )
}

/** Goes on with the order that was not paid: nothing of it is asked again. */
function ContinuePayment({ intent }: { intent: SavedIntent }) {
  const { state, resume } = useContinuePayment()
  const isOpening = state.status === 'opening'
  return (
    <div className="grid justify-items-start gap-3">
      <Button size="lg" busy={isOpening} onClick={() => void resume(intent)}>
        {isOpening ? paymentTexts.pay.opening : paymentTexts.pay.waiting.button}
      </Button>
      {intent.invId && (
        <p className="text-label text-ink-soft">{paymentTexts.pay.waiting.text(intent.invId)}</p>
      )}
      {state.status === 'failed' && <Alert variant="error">{state.problem}</Alert>}
    </div>
  )
}

function FailureCauses() {
  return (
    <section>
      <h2 className="headline text-[min(1.375rem,8vw)] leading-tight">{texts.causesTitle}</h2>
      <ol className="mt-4 grid divide-y divide-line border-y border-line">
        {texts.causes.map((cause, index) => (
          <li key={cause} className="flex gap-5 py-4">
            <span aria-hidden="true" className="headline w-6 shrink-0 text-2xl leading-tight text-amber-deep">
              {index + 1}
            </span>
            <span className="leading-relaxed">{cause}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
