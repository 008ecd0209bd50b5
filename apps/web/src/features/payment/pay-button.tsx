import { payAgreement, pricingTexts, productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { PageLink } from '#web/components/page-link.tsx'
import { RichLine } from '#web/components/rich-text.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { useCheckoutSheet } from './checkout/use-checkout-sheet.ts'
import { DepositNote } from './deposit-note.tsx'
import { findUnpaidIntent } from './intent-store.ts'
import { findReturnedOrder, paymentReturnState } from './payment-return.ts'
import { type OfferedPurchase, payButtonVariant } from './start-payment.ts'
import { usePayment } from './use-payment.ts'

const texts = paymentTexts.pay

/**
 * The pay button with its notes: a doctor first, a deposit, and the terms when no dialog follows.
 */
export function PayButton(purchase: OfferedPurchase) {
  const { product, buyer, manner } = purchase
  const { payments } = useConfig()
  return (
    <>
      {product === 'consultation' && (
        <>
          {manner.isAfterDoctor && <p className="text-label font-medium">{pricingTexts.doctorsWord}</p>}
          <DepositNote buyer={buyer} />
        </>
      )}
      <PayButtonOrReason {...purchase} />
      {payments && paysImmediately(purchase) && (
        <p className="text-sm leading-normal text-ink-soft">
          <RichLine content={payAgreement} />
        </p>
      )}
    </>
  )
}

/** A consultation needs only the signed-in user. */
function paysImmediately({ product, buyer }: OfferedPurchase): boolean {
  return product === 'consultation' && buyer.userId !== null
}

/** The button; where the product is not sold, why. */
function PayButtonOrReason(purchase: OfferedPurchase) {
  const { whatsapp, payments } = useConfig()
  if (!payments) return <OpensSoonNote product={purchase.product} />
  if (purchase.product === 'subscription') {
    if (!whatsapp) return <Alert>{texts.programOff}</Alert>
    if (!purchase.buyer.subcategory) return <TakeTestFirst />
  }
  return <OpenPayButton {...purchase} />
}

/** Says that payments will open, with a contact. */
function OpensSoonNote({ product }: Pick<OfferedPurchase, 'product'>) {
  const { owner } = useConfig()
  const isProgram = product === 'subscription'
  return (
    <div className="grid gap-3">
      <Alert>{texts.soon.text}</Alert>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/${isProgram ? owner.supportWhatsapp : owner.consultationWhatsapp}?text=${encodeURIComponent(texts.soon.chat)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ size: 'lg' })}
        >
          {texts.soon.whatsapp}
        </a>
        <a href={`mailto:${owner.email}`} className={buttonStyle({ variant: 'outline', size: 'lg' })}>
          {texts.soon.email}
        </a>
      </div>
    </div>
  )
}

type WaitingOrderProps = {
  invId: number
  isQuiet: boolean
  isOpening: boolean
  onContinue: () => void
}

/** Offers to continue an unpaid order. */
function WaitingOrder({ invId, isQuiet, isOpening, onContinue }: WaitingOrderProps) {
  return (
    <div data-waiting-order className="grid gap-2">
      <p className="rounded-xl bg-mist p-4 text-label">{texts.waiting.text(invId)}</p>
      <Button size="lg" variant={isQuiet ? 'outline' : 'default'} busy={isOpening} onClick={onContinue}>
        {isOpening ? texts.opening : texts.waiting.button}
      </Button>
    </div>
  )
}

/** Shows that the product was just paid here. */
function AlreadyOrderedNote({ invId }: { invId: number }) {
  return (
    <p className="rounded-xl bg-mist p-4 text-label">
      {texts.ordered.text(invId)}{' '}
      <PageLink to="/payment_success" state={paymentReturnState} className="underline">
        {texts.ordered.link}
      </PageLink>
    </p>
  )
}

/** A program is written for a result, so without one there is nothing to sell. */
function TakeTestFirst() {
  return (
    <Alert>
      {texts.testFirst}{' '}
      <PageLink to="/" className="underline" onClick={() => buttonClicked('take_test', 'pricing')}>
        {texts.takeTest}
      </PageLink>
    </Alert>
  )
}

/** Asks who buys where the server would not know, and leaves for the payment page. */
function OpenPayButton(purchase: OfferedPurchase) {
  const { product, source, buyer, manner } = purchase
  const payment = usePayment(purchase)
  const waiting = findUnpaidIntent(deviceStore, { product, buyer }, Date.now())
  const sheet = useCheckoutSheet()
  const { status } = sheet.state
  const isOpen = status === 'open'
  const isOpening = payment.state.status === 'opening' && !isOpen
  const isLeaving = isOpening && !waiting
  const label =
    product === 'subscription' && manner.isAfterDoctor
      ? pricingTexts.buttonAfterDoctor
      : productTexts[product].button

  function press() {
    // The waiting order's button leaves already.
    if (isOpening) return
    buttonClicked(product === 'subscription' ? 'start_program' : 'book_consultation', source, product)
    if (paysImmediately(purchase)) return void payment.pay()
    payment.reset()
    void sheet.open()
  }

  // The cabinet lists purchases elsewhere.
  const ordered = waiting || buyer.userId ? null : findReturnedOrder(tabStore, product)

  return (
    <div className="grid gap-2">
      {waiting?.invId && (
        <WaitingOrder
          invId={waiting.invId}
          isQuiet={manner.isQuiet}
          isOpening={isOpening}
          onContinue={() => {
            sheet.close()
            void payment.resume(waiting)
          }}
        />
      )}
      <Button
        size="lg"
        variant={waiting || ordered ? 'outline' : payButtonVariant(purchase)}
        busy={isLeaving || status === 'opening'}
        onClick={press}
      >
        {isLeaving ? texts.opening : label}
      </Button>
      {ordered && <AlreadyOrderedNote invId={ordered} />}
      {payment.state.status === 'failed' && !isOpen && <Alert variant="error">{payment.state.problem}</Alert>}
      {status === 'failed' && <Alert variant="error">{sessionTexts.notOpened}</Alert>}
      {sheet.state.status === 'open' && (
        <sheet.state.Sheet purchase={purchase} payment={payment} onClose={sheet.close} />
      )}
    </div>
  )
}
