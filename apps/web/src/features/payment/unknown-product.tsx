import { paymentErrorTexts } from '@app/content/ru/errors'
import { paymentTexts as texts } from '@app/content/ru/ui/payment'
import { chatTexts } from '@app/content/ru/whatsapp'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ChatLink } from './chat-link.tsx'
import { PaymentBand } from './payment-band.tsx'

/** Shows a return without a known product. */
export function UnknownProduct() {
  const { owner } = useConfig()
  return (
    <PaymentBand type="unknown" colorScheme="purple" title={paymentErrorTexts.unknownProduct}>
      <p role="alert" className="max-w-[40rem] text-lg">
        {texts.unknownProduct.text}
      </p>
      <div className="flex flex-wrap gap-3">
        <ChatLink phone={owner.supportWhatsapp} text={chatTexts.paymentUnknown} button="support">
          {texts.success.support}
        </ChatLink>
        <PageLink to="/profile" className={buttonStyle({ variant: 'outline', size: 'lg' })}>
          {texts.failed.back}
        </PageLink>
      </div>
    </PaymentBand>
  )
}
