import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { isHydrated } from '#web/lib/page/hydration.ts'

type TapPosition = { timeStamp: number; clientX: number; clientY: number }

/**
 * A press this soon (milliseconds) and this near (pixels) to another is the second tap of a double
 * tap.
 */
const doubleTapMs = 450
const doubleTapPx = 24

/** The last two presses on the page. The present one is compared with the one before. */
let recentPresses: readonly [TapPosition | null, TapPosition | null] = [null, null]

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ timeStamp, clientX, clientY }) => {
      recentPresses = [recentPresses[1], { timeStamp, clientX, clientY }]
    },
    true,
  )
}

/**
 * Returns a function that tells if a press was meant for this step. A busy phone delivers the
 * second tap of a double tap late, to the step that has come in between.
 */
export function useDoubleTapGuard(): (event: MouseEvent) => boolean {
  const shownAt = useRef(0)
  // A hydrated step has been on screen before, and React replays presses from that time.
  useLayoutEffect(() => {
    if (isHydrated()) shownAt.current = performance.now()
  }, [])
  return ({ timeStamp, clientX, clientY, detail }) => {
    if (timeStamp < shownAt.current) return false
    const [before] = recentPresses
    // A press by a key has no pointer (`detail` is 0).
    return !(
      detail > 0 &&
      before &&
      before.timeStamp < shownAt.current &&
      timeStamp - before.timeStamp < doubleTapMs &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) < doubleTapPx
    )
  }
}
