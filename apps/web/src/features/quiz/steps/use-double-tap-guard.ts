import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { isHydrated } from '#web/lib/page/hydration.ts'

type Press = { timeStamp: number; clientX: number; clientY: number }

/** How soon and how near (milliseconds, pixels) a press follows another to be the second tap of a double tap. */
const echoMs = 450
const echoPx = 24

/** The last two presses anywhere on the page: whoever judges the present one asks for the one before. */
let presses: readonly [Press | null, Press | null] = [null, null]

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ timeStamp, clientX, clientY }) => {
      presses = [presses[1], { timeStamp, clientX, clientY }]
    },
    true,
  )
}

/**
 * Answers whether a press was meant for this step. A busy phone delivers the second tap of a double tap late, to the step
 * that has come in between; and one that comes in time still meets a step nobody has read.
 */
export function useDoubleTapGuard(): (event: MouseEvent) => boolean {
  const shownAt = useRef(0)
  // What is hydrated has been read for as long as it stood there, and React replays a press of then.
  useLayoutEffect(() => {
    if (isHydrated()) shownAt.current = performance.now()
  }, [])
  return ({ timeStamp, clientX, clientY, detail }) => {
    if (timeStamp < shownAt.current) return false
    const [before] = presses
    // A key presses without a pointer, and is no tap.
    return !(
      detail > 0 &&
      before &&
      before.timeStamp < shownAt.current &&
      timeStamp - before.timeStamp < echoMs &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) < echoPx
    )
  }
}
