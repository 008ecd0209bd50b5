import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import type { OfferManner } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { ResultSection } from './result-section.tsx'

type PricingProps = {
  /** Not empty: without an offer there is no section. */
  offered: readonly ProductType[]
  /** Whether the program is left out because a doctor comes first, which is said. */
  isProgramWithheld: boolean
  manners: Readonly<Record<ProductType, OfferManner>>
  /** Whether what is paid for the program can be counted: not for whoever has bought the consultation. */
  isCounted: boolean
  /** The consultation's price is lowered already, which is said at its button. */
  isCredited: boolean
  isSignedIn: boolean
  /** The buyer has finished a program. */
  hadProgram: boolean
  /** The button of each product and what is said at it. */
  action: (product: ProductType) => ReactNode
  /** Who holds the consultation. */
  person: ReactNode
}

/** What next: the offers and how one counts toward the other. */
export function Pricing(props: PricingProps) {
  const { offered, isProgramWithheld, manners, isCounted, isCredited } = props
  const { isSignedIn, hadProgram, action, person } = props
  const intro = offered.length > 1 ? pricingTexts.intro : undefined
  return (
    <ResultSection
      id="pricing-section"
      title={pricingTexts.title}
      note={isProgramWithheld ? pricingTexts.programWithheld.intro : intro}
    >
      <div className={cn('grid gap-4', offered.length > 1 ? 'xl:grid-cols-2' : 'max-w-[38rem]')}>
        {offered.map((product) => (
          <Offer
            key={product}
            product={product}
            isCounted={isCounted}
            manner={manners[product]}
            person={product === 'consultation' && person}
          >
            {manners[product].isAfterDoctor && (
              <p className="text-label font-medium">
                {product === 'subscription' ? pricingTexts.afterDoctor : pricingTexts.doctorsWord}
              </p>
            )}
            {product === 'subscription' && hadProgram && (
              <p className="text-label">{pricingTexts.sameAgain}</p>
            )}
            {action(product)}
            {product === 'consultation' && !isProgramWithheld && isCounted && !isCredited && (
              <p className="text-sm leading-normal text-ink-soft">
                <strong className="font-semibold text-ink">{pricingTexts.deposit.title}.</strong>{' '}
                <span>{pricingTexts.deposit.text}</span>{' '}
                {!isSignedIn && <span>{pricingTexts.deposit.signIn}</span>}
              </p>
            )}
          </Offer>
        ))}
      </div>
      {isProgramWithheld && (
        <p className="mt-6 max-w-[44rem] text-label leading-normal text-ink-soft">
          {pricingTexts.programWithheld.noProgram}
        </p>
      )}
    </ResultSection>
  )
}

type OfferProps = {
  product: ProductType
  isCounted: boolean
  manner: OfferManner
  person: ReactNode
  children: ReactNode
}

function Offer({ product, isCounted, manner, person, children }: OfferProps) {
  const { isQuiet, isDeclined } = manner
  const { title, description, price, duration, features } = productTexts[product]
  const isMain = product === 'subscription'
  const promised = isMain && isCounted ? [...features, pricingTexts.credit] : features
  return (
    <article
      className={cn(
        'flex flex-col rounded-3xl border px-[calc(1.2*var(--page-margin))] py-6 sm:p-8',
        isMain && !isQuiet
          ? 'border-amber-line bg-amber-soft/50'
          : cn('border-line', !isDeclined && 'bg-card'),
      )}
    >
      <h3 className="headline text-[min(1.375rem,6.4vw)] leading-snug">{title}</h3>
      {isDeclined && <p className="mt-2 text-label text-ink-soft">{pricingTexts.declined}</p>}
      <p className="mt-4 grid gap-1">
        <span translate="no" className="headline text-[min(2.25rem,10vw)] tabular-nums">
          {price}
        </span>
        <span className="text-label text-ink-soft">{duration}</span>
      </p>
      <p className="mt-3 leading-relaxed">{description}</p>
      {person}
      <ul className="mt-5 mb-7 grid gap-2.5 text-label leading-snug">
        {promised.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <CheckMark className="mt-0.5 size-4 shrink-0 text-meadow" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="grid gap-3">{children}</div>
    </article>
  )
}
