import { paymentTexts } from '@app/content/ru/ui/payment'
import { useState } from 'react'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { AnotherProgram } from '../another-program.tsx'
import type { Given, OfferedPurchase } from '../start-payment.ts'
import type { usePayment } from '../use-payment.ts'
import { CheckoutForm } from './checkout-form.tsx'

const texts = paymentTexts.pay.sheet

type CheckoutSheetProps = {
  purchase: OfferedPurchase
  payment: ReturnType<typeof usePayment>
  onClose: () => void
}

/** Between the button and the payment page: where the purchase goes, and whether a second program is meant. */
export function CheckoutSheet({ purchase, payment, onClose }: CheckoutSheetProps) {
  const { product, manner } = purchase
  const [given, setGiven] = useState<Given>({})
  const isOpening = payment.state.status === 'opening'
  const hasSubscription = payment.state.status === 'bought' || (isOpening && given.again === true)

  const { title, text } = manner.isLater
    ? { title: texts.subscription.afterDoctor.title, text: <AfterDoctor /> }
    : { title: texts[product].title, text: texts[product].text }

  function pay(next: Given) {
    setGiven(next)
    void payment.pay(next)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={hasSubscription ? texts.bought.title : title}
        description={hasSubscription ? texts.bought.text : text}
        closeLabel={texts.close}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {hasSubscription ? (
          <AnotherProgram
            ownPhones={given.phone ? [given.phone] : []}
            isOpening={isOpening}
            onKeep={onClose}
            onBuy={(phone) => pay({ ...given, phone, again: true })}
          />
        ) : (
          <CheckoutForm
            purchase={purchase}
            isOpening={isOpening}
            problem={payment.state.status === 'failed' ? payment.state.problem : null}
            onSubmit={pay}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Before anything that is asked: whom to see first, and from when on the messages come. */
function AfterDoctor() {
  const { doctor, messages } = texts.subscription.afterDoctor
  return (
    <span className="mt-4 grid gap-3 text-ink">
      <strong className="rounded-card border border-l-[6px] border-amber-deep bg-card px-4 py-3 font-medium">
        {doctor}
      </strong>
      <span>{messages}</span>
    </span>
  )
}
