import { pricingTexts } from '@app/content/ru/pricing'
import type { ReactNode } from 'react'

/** Shows where a purchase is decided on, thanked for or looked at: that a doctor comes first. */
export function AfterDoctor({ children = pricingTexts.doctorsWord }: { children?: ReactNode }) {
  return (
    <strong className="block max-w-[40rem] rounded-card border border-l-[6px] border-amber-deep bg-card px-4 py-3 font-medium text-ink">
      {children}
    </strong>
  )
}
