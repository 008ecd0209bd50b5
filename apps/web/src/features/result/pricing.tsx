import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import type { ProductType } from '@app/domain/orders/products'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { ResultSection } from './result-section.tsx'

type PricingProps = {
  /** What is offered; without the program it says why. */
  products: readonly ProductType[]
  /** The button of each product. */
  action: (product: ProductType) => ReactNode
  /** Stands under both offers, for example what the buyer agrees to. */
  children?: ReactNode
}

/** What next: the offers and how one counts toward the other. */
export function Pricing({ products, action, children }: PricingProps) {
  const hasProgram = products.includes('subscription')
  const intro = hasProgram ? pricingTexts.intro : pricingTexts.doctorFirst.intro
  return (
    <ResultSection id="pricing-section" title={pricingTexts.title} note={intro}>
      <div className="grid gap-4 xl:grid-cols-2">
        {products.map((product) => (
          <Offer key={product} product={product}>
            {action(product)}
          </Offer>
        ))}
      </div>
      <div className="mt-6 grid max-w-[44rem] gap-2 text-label leading-normal text-ink-soft">
        {hasProgram ? (
          <p>
            <strong className="font-semibold text-ink">{pricingTexts.deposit.title}.</strong>{' '}
            {pricingTexts.deposit.text}
          </p>
        ) : (
          <p>{pricingTexts.doctorFirst.noProgram}</p>
        )}
        <p>{pricingTexts.payment}</p>
        {children}
      </div>
    </ResultSection>
  )
}

function Offer({ product, children }: { product: ProductType; children: ReactNode }) {
  const { title, description, price, duration, features } = productTexts[product]
  const isMain = product === 'subscription'
  return (
    <article
      className={cn(
        'flex flex-col rounded-3xl border p-6 sm:p-8',
        isMain ? 'border-amber-line bg-amber-soft/50' : 'border-line bg-card',
      )}
    >
      <h3 className="headline text-[1.375rem] leading-snug">{title}</h3>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-3">
        <span className="headline text-4xl tabular-nums">{price}</span>
        <span className="text-label text-ink-soft">{duration}</span>
      </p>
      <p className="mt-3 leading-relaxed">{description}</p>
      <ul className="mt-5 mb-7 grid gap-2.5 text-label leading-snug">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <CheckMark className="mt-0.5 size-4 shrink-0 text-meadow" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">{children}</div>
    </article>
  )
}
