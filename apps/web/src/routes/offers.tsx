import { payAgreement } from '@app/content/ru/pricing'
import { productTypes } from '@app/domain/orders/products'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { suitsProgram } from '@app/domain/result/doctor-first'
import type { ReactNode } from 'react'
import { RichLine } from '#web/components/rich-text.tsx'
import { PayButton } from '#web/features/payment/pay-button.tsx'
import type { Buyer } from '#web/features/payment/start-payment.ts'
import { Pricing } from '#web/features/result/pricing.tsx'

type OffersProps = {
  /** Of the result on screen: they say what may be offered for it. */
  answers: Partial<QuizAnswers>
  buyer: Buyer
  /** Which page's buttons these are. */
  source: string
  /** Stands above the consultation's button: what is taken off its price. */
  depositNote?: ReactNode
}

/** The products that suit the result, with their pay buttons. */
export function Offers({ answers, buyer, source, depositNote }: OffersProps) {
  return (
    <Pricing
      products={suitsProgram(answers) ? productTypes : ['consultation']}
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
