import { isRecord } from '@app/domain/is-record'
import { useEffect } from 'react'

/**
 * The key in `history.state` of the scroll position in CSS pixels, with the index of its entry,
 * because copies of an entry keep the state.
 */
const scrollStateKey = 'readTo'

/**
 * The position is saved after this pause in scrolling. Browsers allow about a hundred such writes
 * in 30 s.
 */
const scrollPauseMs = 400

/** The position to restore, in CSS pixels, until it is restored or the visitor does something. */
let pendingScrollTop = 0

startRestoring(isReloadOrReturn())
// Back and Forward lead from page to page, too, and the browser may bring them to where they were
// before they are drawn.
addEventListener('popstate', () => startRestoring(true), true)

function startRestoring(isReturn: boolean): void {
  pendingScrollTop = isReturn ? savedScrollTop() : 0
  for (const each of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(each, cancelRestoring, { once: true, passive: true, capture: true })
}

function cancelRestoring(): void {
  pendingScrollTop = 0
}

/**
 * Saves the scroll position of a long page and restores it after a reload or Back. The browser
 * itself tries too early, before the script has rendered the page.
 */
export function useScrollRestoration(): void {
  useEffect(trackScrollPosition, [])
  useEffect(() => {
    let isHere = true
    // After all effects, so that a new page starts at its top.
    requestAnimationFrame(() => {
      if (!isHere || pendingScrollTop === 0) return
      window.scrollTo(0, pendingScrollTop)
      cancelRestoring()
    })
    return () => {
      isHere = false
    }
  }, [])
}

function trackScrollPosition(): () => void {
  const path = location.pathname
  let stands: ReturnType<typeof setTimeout> | undefined
  let keep = () => {}
  const follow = () => {
    clearTimeout(stands)
    // Back may have led to an entry whose page is not drawn yet; and a page may push entries while
    // it is shown.
    const index = historyEntryIndex()
    keep = () => {
      keep = () => {}
      if (index === historyEntryIndex() && path === location.pathname) saveScrollPosition()
    }
    stands = setTimeout(() => keep(), scrollPauseMs)
  }
  // A link may lead elsewhere sooner.
  const leave = () => keep()
  window.addEventListener('scroll', follow, { passive: true })
  window.addEventListener('click', leave, true)
  return () => {
    clearTimeout(stands)
    window.removeEventListener('scroll', follow)
    window.removeEventListener('click', leave, true)
  }
}

/** Returns the router's index of the history entry. */
function historyEntryIndex(): unknown {
  return isRecord(history.state) ? history.state.idx : null
}

/** Saved while the page is open, because a killed page gets no event. */
function saveScrollPosition(): void {
  try {
    history.replaceState(
      { ...history.state, [scrollStateKey]: [historyEntryIndex(), Math.round(scrollY)] },
      '',
    )
  } catch {
    // Browsers limit the rate of history changes.
  }
}

function isReloadOrReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /reload|back_forward/.test(entry?.type ?? '')
}

function savedScrollTop(): number {
  const kept: unknown = isRecord(history.state) ? history.state[scrollStateKey] : null
  const [index, place] = Array.isArray(kept) ? kept : []
  return !location.hash && index === historyEntryIndex() && typeof place === 'number' ? place : 0
}
