import { urgently } from './urgent.ts'

/**
 * Work that a press causes and nobody waits to see: history, storage, focus. It is done once the screen that answers the
 * press has been painted, in the order it was asked for, and before the page goes away.
 */
let waiting: (() => void)[] = []

if (typeof document !== 'undefined') {
  // Whoever presses again at once presses on what the last press has led to. And a page out of sight has no frames, and may be ended at any time.
  for (const type of ['click', 'keydown', 'visibilitychange', 'pagehide']) addEventListener(type, doNow, true)
}

/** Runs an action after the next frame; at once while nobody looks at the page, since no frame would come. */
export function afterPaint(action: () => void): void {
  waiting.push(action)
  if (waiting.length > 1) return
  if (document.visibilityState === 'hidden') {
    doNow()
    return
  }
  const asked = waiting
  requestAnimationFrame(() => setTimeout(doAsked, 0, asked))
}

/** The same for what somebody waits to see next: as soon as that frame is there, before whatever else has come up by then. */
export function inNextFrame(action: () => void): void {
  afterPaint(action)
  const asked = waiting
  requestAnimationFrame(() => urgently(() => doAsked(asked)))
}

/** Does what waits, with all that it makes wait, for somebody who is about to ask what it changes. */
export function doNow(): void {
  while (waiting.length > 0) doWaiting()
}

/** Does what has waited for a frame, where nobody was quicker: what has come to wait since has a frame of its own to wait for. */
function doAsked(asked: readonly unknown[]): void {
  if (asked === waiting) doWaiting()
}

function doWaiting(): void {
  const actions = waiting
  waiting = []
  for (const action of actions) action()
}
