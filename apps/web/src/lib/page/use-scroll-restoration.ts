import { isRecord } from '@app/domain/is-record'
import { useEffect } from 'react'

/**
 * The key in `history.state` of the scroll position in CSS pixels, with the index of its entry,
 * because copies of an entry keep the state.
 */
const mark = 'readTo'

/**
 * The position is saved after this pause in scrolling. Browsers allow about a hundred such writes
 * in 30 s.
 */
const standsMs = 400

/** The position to restore, in CSS pixels, until it is restored or the visitor does something. */
let top = 0

lookForPlace(isOpenedAgain())
// Back and Forward lead from page to page, too, and the browser may bring them to where they were before they are drawn.
addEventListener('popstate', () => lookForPlace(true), true)

function lookForPlace(isReturn: boolean): void {
  top = isReturn ? keptPlace() : 0
  for (const each of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    addEventListener(each, forgetPlace, { once: true, passive: true, capture: true })
}

function forgetPlace(): void {
  top = 0
}

/**
 * Saves the scroll position of a long page and restores it after a reload or Back. The browser
 * itself tries too early, before the script has rendered the page.
 */
export function useScrollRestoration(): void {
  useEffect(followPlace, [])
  useEffect(() => {
    let isHere = true
    // After all effects of what was drawn: a page that is entered is shown from its top.
    requestAnimationFrame(() => {
      if (!isHere || top === 0) return
      window.scrollTo(0, top)
      forgetPlace()
    })
    return () => {
      isHere = false
    }
  }, [])
}

function followPlace(): () => void {
  const path = location.pathname
  let stands: ReturnType<typeof setTimeout> | undefined
  let keep = () => {}
  const follow = () => {
    clearTimeout(stands)
    // Back may have led to an entry whose page is not drawn yet; and a page may push entries while it is shown.
    const index = entryIndex()
    keep = () => {
      keep = () => {}
      if (index === entryIndex() && path === location.pathname) keepPlace()
    }
    stands = setTimeout(() => keep(), standsMs)
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

/** Which entry of the browser's history this is, as the router counts them. */
function entryIndex(): unknown {
  return isRecord(history.state) ? history.state.idx : null
}

/** While the page stands, not when it is left: one that is killed is told nothing, and one that is being left may say nothing any more. */
function keepPlace(): void {
  try {
    history.replaceState({ ...history.state, [mark]: [entryIndex(), Math.round(scrollY)] }, '')
  } catch {
    // Some browsers take so many in a while, and no more.
  }
}

function isOpenedAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /reload|back_forward/.test(entry?.type ?? '')
}

function keptPlace(): number {
  const kept: unknown = isRecord(history.state) ? history.state[mark] : null
  const [index, place] = Array.isArray(kept) ? kept : []
  return !location.hash && index === entryIndex() && typeof place === 'number' ? place : 0
}
