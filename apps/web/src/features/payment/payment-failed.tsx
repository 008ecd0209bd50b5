import { paymentErrorTexts } from '@app/content/ru/errors'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { chatTexts } from '@app/content/ru/whatsapp'
import { useEffect } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { reportError } from '#web/lib/report-error.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { ChatLink } from './chat-link.tsx'
import { takeFailure } from './intent-store.ts'

const texts = paymentTexts.failed

/** The payment did not go through: that nothing was charged, what it may have been, and the ways on. */
export function PaymentFailed({ returnTo }: { returnTo: string }) {
  const { owner } = useConfig()
  useEffect(() => {
    if (!takeFailure(deviceStore, Date.now())) return
    reportError({ type: 'payment_failed', message: 'the payment page sent the buyer back without a payment' })
  }, [])
  return (
    <Container className="grid max-w-[50rem] gap-8 py-10 lg:py-16">
      <header className="grid gap-4">
        <h1 className="headline text-title">{paymentErrorTexts.failed}</h1>
        <p className="text-lg font-medium text-meadow-deep">{texts.noCharge}</p>
      </header>
      <section>
        <h2 className="headline text-[min(1.375rem,8vw)] leading-tight">{texts.causesTitle}</h2>
        <ol className="mt-4 grid divide-y divide-line border-y border-line">
          {texts.causes.map((cause, index) => (
            <li key={cause} className="flex gap-5 py-4">
              <span
                aria-hidden="true"
                className="headline w-6 shrink-0 text-2xl leading-tight text-amber-deep"
              >
                {index + 1}
              </span>
              <span className="leading-relaxed">{cause}</span>
            </li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-3">
        <PageLink
          to={`${returnTo}#pricing-section`}
          className={buttonStyle({ size: 'lg' })}
          onClick={() => buttonClicked('try_again', '/payment_failed')}
        >
          {texts.retry}
        </PageLink>
        <ChatLink
          phone={owner.supportWhatsapp}
          text={chatTexts.paymentFailed}
          button="support"
          variant="outline"
        >
          {texts.support}
        </ChatLink>
        <PageLink to="/profile" className={buttonStyle({ variant: 'ghost', size: 'lg' })}>
          {texts.back}
        </PageLink>
      </div>
    </Container>
  )
}
