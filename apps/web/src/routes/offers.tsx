import { offeredProducts, offerStyles } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { findSalesBlocker } from '@app/domain/result/medical-red-flags'
import type { QuizResult } from '@app/domain/result/result'
import { NutritionistCard } from '#web/components/nutritionist-card.tsx'
import { PayButton } from '#web/features/payment/pay-button.tsx'
import type { Buyer } from '#web/features/payment/start-payment.ts'
import { NothingSold } from '#web/features/result/nothing-sold.tsx'
import { Pricing } from '#web/features/result/pricing.tsx'
import { useConfig } from '#web/lib/config.ts'

export type OffersProps = {
  /** The answers of the result on screen. */
  answers: Partial<QuizAnswers>
  /** The result, when the answers are complete. */
  result?: QuizResult | undefined
  /** The name for the first message. */
  name?: string | undefined
  /** The answers of the user's newest attempt. */
  latest?: Partial<QuizAnswers> | undefined
  buyer: Buyer
  /** The name of the page in analytics. */
  source: string
  /** The buyer's products, which are not offered. */
  owned?: readonly ProductType[] | undefined
  /** True when the buyer ever paid for a consultation. */
  hadConsultation?: boolean | undefined
  /** True when the buyer has finished a program. */
  hadProgram?: boolean | undefined
}

/** The products that suit the result and are not there yet, with their pay buttons. */
export function Offers(props: OffersProps) {
  const { answers, result, name, latest, buyer, source, owned, hadConsultation = false } = props
  const { hadProgram = false } = props
  const { payments, whatsapp } = useConfig()
  const unsold = findSalesBlocker(answers, latest)
  if (unsold) return <NothingSold concern={unsold} />
  const offered = offeredProducts({ answers, latest, owned })
  if (offered.length === 0) return null
  const manners = offerStyles({ answers, latest })
  return (
    <Pricing
      offered={offered}
      category={(whatsapp && result?.mainCategory) || null}
      name={name}
      isProgramWithheld={!offeredProducts({ answers, latest }).includes('subscription')}
      manners={manners}
      isCounted={!hadConsultation}
      hadProgram={hadProgram}
      isOnSale={payments && whatsapp}
      action={(product) => (
        <PayButton product={product} source={source} buyer={buyer} manner={manners[product]} />
      )}
      person={<NutritionistCard />}
    />
  )
}
