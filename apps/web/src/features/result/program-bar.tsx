import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import { useEffect, useState } from 'react'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { Price } from '#web/ui/price.tsx'

/** The sections that hide the bar: the first screen, the offer and the footer. */
const sectionsHidingBar = '#result-title, #pricing-section, footer'

/** A slim bar at the foot of the window that leads to the offer, between the places where it would be in the way. */
export function ProgramBar() {
  const isShown = useIsBetweenSections()

  function go() {
    buttonClicked('to_program', 'result-bar', 'subscription')
    const offer = document.getElementById('pricing-section')
    offer?.scrollIntoView()
    offer?.querySelector('h2')?.focus({ preventScroll: true })
  }

  if (!isShown) return null
  return (
    <button
      type="button"
      onClick={go}
      className="pressable fixed inset-x-[max(0.75rem,50vw-12rem)] bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-30 flex min-h-12 animate-fade-in items-center justify-between gap-2 rounded-3xl border border-on-night/20 bg-night px-4 text-left text-sm font-medium text-on-night shadow-[0_0.5rem_1.5rem_-0.5rem_var(--color-shade)] print:hidden [@media(max-height:20rem)]:hidden"
    >
      <span>
        {pricingTexts.program.bar} · <Price>{productTexts.subscription.price}</Price>
      </span>
      <ChevronDownIcon className="size-4 text-amber" />
    </button>
  )
}

function useIsBetweenSections(): boolean {
  const [isBetween, setBetween] = useState(false)
  useEffect(() => {
    const inView = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      setBetween(inView.size === 0 && !isScrolledPast(document.getElementById('pricing-section')))
    })
    for (const place of document.querySelectorAll(sectionsHidingBar)) observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return isBetween
}

/** The bar's arrow leads down, so past the offer there is none. */
function isScrolledPast(offer: Element | null): boolean {
  return offer !== null && offer.getBoundingClientRect().bottom <= 0
}
