import { pricingTexts } from '@app/content/ru/pricing'
import type { SalesBlocker } from '@app/domain/result/medical-red-flags'
import { ResultSection } from './result-section.tsx'

/** Stands in place of the offers where nothing is sold: a kind word, and the numbers to call. */
export function NothingSold({ concern }: { concern: SalesBlocker }) {
  return (
    <ResultSection id="pricing-section" title={pricingTexts.title}>
      <p className="max-w-[40rem] leading-relaxed">{pricingTexts.unsold[concern]}</p>
      <ul className="mt-4 grid gap-1">
        {pricingTexts.calls.map(({ phone, text }) => (
          <li key={phone}>
            <a
              href={`tel:${phone}`}
              className="inline-flex min-h-11 items-center gap-3 underline decoration-1 underline-offset-4"
            >
              <strong className="headline text-xl tabular-nums">{phone}</strong> {text}
            </a>
          </li>
        ))}
      </ul>
    </ResultSection>
  )
}
