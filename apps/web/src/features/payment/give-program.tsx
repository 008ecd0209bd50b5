import { paymentTexts } from '@app/content/ru/ui/payment'
import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import { useState } from 'react'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { SecondProgramChoice } from './second-program-choice.tsx'
import { useBuyer } from './use-buyer.ts'
import { usePayment } from './use-payment.ts'

const { give: texts, sheet } = paymentTexts.pay
const source = 'profile-gift'

/** Offers a gift program to a buyer. `ownPhones` are not allowed as recipients. */
export function GiveProgram({ ownPhones }: { ownPhones: readonly string[] }) {
  const { payments, whatsapp } = useConfig()
  const payment = usePayment({ product: 'subscription', source, buyer: useBuyer(null) })
  const [isOpen, setOpen] = useState(false)
  if (!payments || !whatsapp) return null

  function open() {
    buttonClicked('start_program', source, 'subscription')
    payment.reset()
    setOpen(true)
  }

  return (
    <>
      <Button variant="outline" className="justify-self-start print:hidden" onClick={open}>
        {texts.open}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent
          title={texts.title}
          description={texts.text}
          closeLabel={sheet.close}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <SecondProgramChoice
            ownPhones={ownPhones}
            notOwn={subscriptionTexts.mend.ownNumber}
            isOpening={payment.state.status === 'opening'}
            onBuy={(phone) => void payment.pay({ phone, again: true })}
          />
          {payment.state.status === 'failed' && <Alert variant="error">{payment.state.problem}</Alert>}
        </DialogContent>
      </Dialog>
    </>
  )
}
