import { payAgreement } from '@app/content/ru/pricing'
import type { ReactNode } from 'react'
import { RichLine } from '#web/components/rich-text.tsx'
import { PayButton } from '#web/features/payment/pay-button.tsx'
import type { Buyer } from '#web/features/payment/start-payment.ts'
import { Pricing } from '#web/features/result/pricing.tsx'

type OffersProps = {
  buyer: Buyer
  /** Which page's buttons these are. */
  source: string
  /** Stands above the consultation's button: what is taken off its price. */
  depositNote?: ReactNode
}

/** Both products with their pay buttons. */
export function Offers({ buyer, source, depositNote }: OffersProps) {
  return (
    <Pricing
      action={(product) => (
        <>
          {product === 'consultation' && depositNote}
          <PayButton product={product} source={source} buyer={buyer} />
        </>
      )}
    >
      <p>
        <RichLine content={payAgreement} />
      </p>
    </Pricing>
  )
}
