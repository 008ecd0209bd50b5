import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import type { OfferStyle } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import type { Category } from '@app/domain/result/categories'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { Price } from '#web/ui/price.tsx'
import { categoryLook } from './category-scene.tsx'
import { FirstMessage, ProgramDays } from './program-preview.tsx'
import { ResultSection } from './result-section.tsx'

const texts = pricingTexts.program

type PricingProps = {
  /** At least one; otherwise the section is hidden. */
  offered: readonly ProductType[]
  /** The result's category; null without one. */
  category: Category | null
  /** The name in the first message. */
  name: string | undefined
  /** True when a doctor comes first, so that the program is replaced by a note. */
  isProgramWithheld: boolean
  manners: Readonly<Record<ProductType, OfferStyle>>
  /** True when the program's price counts towards a consultation. */
  isCounted: boolean
  /** The buyer has finished a program. */
  hadProgram: boolean
  /** Nothing about prices while sales are closed. */
  isOnSale: boolean
  /** Renders a product's button with its notes. */
  action: (product: ProductType) => ReactNode
  /** The consultant's card. */
  person: ReactNode
}

/** The offers: the program and the consultation. */
export function Pricing(props: PricingProps) {
  const { offered, category, name, isProgramWithheld, manners, isCounted } = props
  const { hadProgram, isOnSale, action, person } = props
  const isPair = offered.length > 1
  const { subscription, consultation } = manners
  return (
    <ResultSection
      isWide
      id="pricing-section"
      title={pricingTexts.title}
      note={isProgramWithheld ? pricingTexts.programWithheld.intro : isPair ? pricingTexts.intro : undefined}
    >
      <div className={cn('grid gap-5 lg:gap-y-0', isPair ? 'lg:grid-cols-2' : 'max-w-[40rem]')}>
        {offered.includes('subscription') && (
          <Offer
            product="subscription"
            isPair={isPair}
            ground={category && !subscription.isQuiet ? categoryLook[category].band : 'border border-line'}
            line={isCounted ? texts.perDay + texts.counted : texts.perDay}
            lead={category && !subscription.isQuiet ? texts.lead : texts.quietLead}
            shown={
              category && (
                <div
                  className={cn(
                    'grid gap-6',
                    !subscription.isQuiet && 'sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] sm:items-center',
                  )}
                >
                  {!subscription.isQuiet && <FirstMessage category={category} name={name} />}
                  <ProgramDays category={category} />
                </div>
              )
            }
          >
            {subscription.isAfterDoctor && (
              <p className="text-label font-medium">{pricingTexts.afterDoctor}</p>
            )}
            {hadProgram && <p className="text-label">{pricingTexts.sameAgain}</p>}
            {action('subscription')}
            {isOnSale && (
              <p className="text-center text-label font-medium text-meadow-deep">
                <CheckMark className="mr-2 inline size-4 align-[-0.125em]" />
                <span>{texts.refund}</span>
              </p>
            )}
          </Offer>
        )}
        {offered.includes('consultation') && (
          <Offer
            product="consultation"
            isPair={isPair}
            ground={cn('border border-line', !consultation.isDeclined && 'bg-card')}
            line={productTexts.consultation.duration}
            lead={consultation.isDeclined ? pricingTexts.declined : undefined}
            shown={
              <div className="grid content-start gap-6">
                {person}
                <ul className="grid gap-3 leading-snug">
                  {productTexts.consultation.features.slice(1).map((feature) => (
                    <li key={feature} className="flex gap-3">
                      <CheckMark className="mt-1 size-4 shrink-0 text-meadow" />
                      <span>{feature}</span>
                    </li>
                  ))}
                </ul>
              </div>
            }
          >
            {action('consultation')}
          </Offer>
        )}
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
  isPair: boolean
  /** The background's class. */
  ground: string
  lead: string | undefined
  /** The preview of the content. */
  shown: ReactNode
  /** The text beside the price. */
  line: string
  children: ReactNode
}

/** Two offers align their titles, prices and buttons. */
function Offer({ product, isPair, ground, lead, shown, line, children }: OfferProps) {
  const { title, price } = productTexts[product]
  return (
    <article
      className={cn(
        'grid gap-y-5 rounded-3xl px-[calc(1.2*var(--page-margin))] py-6 sm:gap-y-6 sm:p-9',
        isPair && 'lg:row-span-4 lg:grid-rows-subgrid',
        ground,
      )}
    >
      <div>
        <h3 className="headline text-[min(1.625rem,7vw)] leading-tight">{title}</h3>
        {lead && <p className="mt-3 text-ink-soft">{lead}</p>}
      </div>
      {shown ?? <div />}
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Price className="headline text-[min(2.25rem,10vw)]">{price}</Price>
        <span className="text-label text-ink-soft">{line}</span>
      </p>
      <div className="grid content-start gap-3">{children}</div>
    </article>
  )
}
