import { isRecord } from '@app/domain/is-record'
import { useEffect } from 'react'

/** By what an entry of the browser's history tells which one it is, which copies of it tell wrongly, and how far down its page was read, in CSS pixels. */
const mark = 'readTo'

/** A page that was not scrolled for as long is being read. Browsers take a hundred such marks within 30 s at most. */
const standsMs = 400

/** How far down the page was read before it was opened again, in CSS pixels, until it has been returned to or somebody does something else here. */
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
 * Keeps how far down a long page is read, and has a reload come back there, as phones reload what they have put out of memory, and Back from another
 * page. The browser tries to itself, but before the script has drawn the page, when there is no such place yet.
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
