import { paymentTexts } from '@app/content/ru/ui/payment'
import { type ReactNode, useState } from 'react'
import { AfterDoctor } from '#web/components/after-doctor.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { SecondProgramChoice } from '../second-program-choice.tsx'
import type { BuyerInput, OfferedPurchase } from '../start-payment.ts'
import type { usePayment } from '../use-payment.ts'
import { CheckoutForm } from './checkout-form.tsx'

const texts = paymentTexts.pay.sheet

type CheckoutSheetProps = {
  purchase: OfferedPurchase
  payment: ReturnType<typeof usePayment>
  onClose: () => void
}

/**
 * The dialog between the pay button and the payment page: the contact, and the confirmation of a
 * second program.
 */
export function CheckoutSheet({ purchase, payment, onClose }: CheckoutSheetProps) {
  const { manner } = purchase
  const [given, setGiven] = useState<BuyerInput>({})
  const isOpening = payment.state.status === 'opening'
  const hasSubscription = payment.state.status === 'bought' || (isOpening && given.again === true)

  const { title, text, doctor }: SheetWords = hasSubscription ? texts.bought : sheetWordsFor(purchase)

  function pay(next: BuyerInput) {
    setGiven(next)
    void payment.pay(next)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={manner.isAfterDoctor ? <DoctorFirstNote doctor={doctor}>{text}</DoctorFirstNote> : text}
        closeLabel={texts.close}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {hasSubscription ? (
          <SecondProgramChoice
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

type SheetWords = { title: string; text: string; doctor?: string }

/** Chooses the texts. With a doctor first, the program's texts advise to pay after the visit. */
function sheetWordsFor({ product, manner }: OfferedPurchase): SheetWords {
  return product === 'subscription' && manner.isAfterDoctor ? texts.subscription.afterDoctor : texts[product]
}

/** Shows the advice about the doctor above the form. */
function DoctorFirstNote({ doctor, children }: { doctor: string | undefined; children: ReactNode }) {
  return (
    <span className="mt-4 grid gap-3 text-ink">
      <AfterDoctor>{doctor}</AfterDoctor>
      <span>{children}</span>
    </span>
  )
}
