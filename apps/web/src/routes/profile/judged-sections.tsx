import { pricingTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { profileTexts } from '@app/content/ru/ui/profile'
import { howOffered, type OfferManner, offeredProducts } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { toneOf } from '@app/domain/result/claims'
import { ChecklistBlock } from '#web/features/checklist/checklist-block.tsx'
import { PayButton } from '#web/features/payment/pay-button.tsx'
import type { Buyer } from '#web/features/payment/start-payment.ts'
import type { Judged } from '#web/features/profile/profile.ts'
import { CategoryExtras } from '#web/features/result/category-extras.tsx'
import { FirstSteps } from '#web/features/result/first-steps.tsx'
import { Meaning } from '#web/features/result/meaning.tsx'
import { Reasons } from '#web/features/result/reasons.tsx'
import { Recommendations } from '#web/features/result/recommendations.tsx'
import { cn } from '#web/lib/cn.ts'
import { useConfig } from '#web/lib/config.ts'

type JudgedSectionsProps = {
  judged: Judged
  /** Came by the page's address, so that the reader's own words may be anybody's. */
  isAddressed: boolean | undefined
  buyer: Buyer
  /** Of the newest attempt of whoever is signed in, where the result may be another's. */
  latest?: Partial<QuizAnswers> | undefined
  /** What this buyer has and is not offered. */
  owned?: readonly ProductType[] | undefined
}

/** What the answers came to: the reasons, what it means, what to do. */
export function JudgedSections({ judged, isAddressed, buyer, latest, owned }: JudgedSectionsProps) {
  const { result, answers, isFallback = false } = judged
  const { whatsapp, payments } = useConfig()
  const isSold = whatsapp && payments
  // Whoever is well needs nobody's support for it; the offers below are for who wants one all the same.
  const isWell = toneOf(result.mainCategory, answers) === 'well'
  const isProgramOffered =
    isSold && !isWell && offeredProducts({ answers, latest, owned }).includes('subscription')
  return (
    <>
      <Reasons result={result} answers={answers} />
      <CategoryExtras result={result} answers={answers} />
      <Meaning
        result={result}
        answers={answers}
        note={isFallback && <Unavailable {...profileTexts.unavailable.subcategory} />}
      />
      <FirstSteps
        result={result}
        answers={answers}
        note={isFallback && <Unavailable {...profileTexts.unavailable.nextSteps} />}
      />
      {isProgramOffered && <Company buyer={buyer} manner={howOffered({ answers, latest }).subscription} />}
      <Recommendations result={result} answers={answers} isAddressed={isAddressed} />
      <div className="pb-10 lg:pb-14">
        <ChecklistBlock subcategory={result.subCategory} answers={answers} resultToken={buyer.resultToken} />
      </div>
    </>
  )
}

/** Says that what stands here is A1's, because the content for the stored subcategory is missing. */
function Unavailable({ text, original }: { text: string; original: string }) {
  return (
    <>
      {text} <span lang="en">{original}</span>
    </>
  )
}

/** Beside the first steps: somebody to take them with, for some once a doctor was seen. */
function Company({ buyer, manner }: { buyer: Buyer; manner: OfferManner }) {
  const { title, afterDoctor, text } = paymentTexts.pay.nextStep
  return (
    <aside
      className={cn(
        'mb-9 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-3xl p-6 sm:px-8 lg:mb-14 print:hidden',
        manner.isQuiet ? 'bg-mist' : 'bg-amber-soft/60',
      )}
    >
      <div>
        <p className="headline text-xl leading-snug">{manner.isAfterDoctor ? afterDoctor : title}</p>
        <p className="mt-1 text-ink-soft">{text}</p>
        {manner.isAfterDoctor && (
          <p className="mt-2 max-w-[34rem] text-label font-medium">{pricingTexts.afterDoctor}</p>
        )}
      </div>
      <PayButton product="subscription" source="profile-next-steps" buyer={buyer} manner={manner} />
    </aside>
  )
}
