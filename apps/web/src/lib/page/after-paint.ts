/**
 * Work that a press causes and nobody waits to see: history, storage, focus. It is done once the screen that answers the
 * press has been painted, in the order it was asked for, and before the page goes away.
 */
let waiting: (() => void)[] = []

if (typeof document !== 'undefined') {
  // Whoever presses again at once presses on what the last press has led to.
  for (const type of ['click', 'keydown']) addEventListener(type, doNow, true)
}

/** Runs an action after the next frame; at once while nobody looks at the page, since no frame would come. */
export function afterPaint(action: () => void): void {
  waiting.push(action)
  if (waiting.length > 1) return
  if (document.visibilityState === 'hidden') {
    doNow()
    return
  }
  addEventListener('pagehide', doNow, { once: true })
  requestAnimationFrame(() => setTimeout(doNow))
}

/** Does what waits, for somebody who is about to ask what it changes. */
export function doNow(): void {
  while (waiting.length > 0) {
    const actions = waiting
    waiting = []
    for (const action of actions) action()
  }
}
