import { isRecord } from '@app/domain/is-record'
import { useEffect } from 'react'

/** By what an entry of the browser's history tells which one it is, which copies of it tell wrongly, and how far down its page was read, in CSS pixels. */
const mark = 'readTo'

/** A page that was not scrolled for as long is being read. Browsers take a hundred such marks within 30 s at most. */
const standsMs = 400

let isReturned = false

/**
 * Has a reload come back to where a long page was being read, as phones reload what they have put out of memory. The browser tries to itself, but
 * before the script has drawn the page, when there is no such place yet. To be used where the page `isWhole`, or will be.
 */
export function useReadingPlace(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return
    const top = takeKept()
    // After all effects of what was drawn: a page that is entered is shown from its top.
    if (top) requestAnimationFrame(() => window.scrollTo(0, top))
    const own = entryIndex()
    let stands: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(stands)
      // Back may have led to another entry, whose page is not drawn yet.
      stands = setTimeout(() => entryIndex() === own && keep(), standsMs)
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(stands)
      window.removeEventListener('scroll', follow)
    }
  }, [isWhole])
}

/** Which entry of the browser's history this is, as the router counts them. */
function entryIndex(): unknown {
  return isRecord(history.state) ? history.state.idx : null
}

/** While the page stands, not when it is left: one that is killed is told nothing, and one that is being left may say nothing any more. */
function keep(): void {
  history.replaceState({ ...history.state, [mark]: [entryIndex(), Math.round(scrollY)] }, '')
}

/** How far down this page was read before it was opened again; once, as whatever is drawn later was not read. */
function takeKept(): number {
  if (isReturned) return 0
  isReturned = true
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (location.hash || !/reload|back_forward/.test(entry?.type ?? '')) return 0
  const kept: unknown = isRecord(history.state) ? history.state[mark] : null
  const [index, top] = Array.isArray(kept) ? kept : []
  return index === entryIndex() && typeof top === 'number' ? top : 0
}
