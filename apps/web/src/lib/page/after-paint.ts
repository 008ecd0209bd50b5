import { urgently } from './urgent.ts'

/**
 * Work that a press causes and that the screen which answers it does not wait for: history, storage, focus. It is done once that screen
 * has been painted, and before the page goes away. What is asked for while one batch is done is the next batch, of the next frame.
 */
let waiting: (() => void)[] = []

if (typeof document !== 'undefined') {
  // Whoever presses again at once presses on what the last press has led to. And a page out of sight has no frames, and may be ended at any time.
  for (const type of ['click', 'keydown', 'visibilitychange', 'pagehide']) addEventListener(type, doNow, true)
}

/** Runs an action once a frame has been painted, with whatever else waits for that one; at once while nobody looks at the page, since no frame would come. */
export function afterPaint(action: () => void): void {
  waiting.push(action)
  if (waiting.length > 1) return
  if (document.visibilityState === 'hidden') {
    doNow()
    return
  }
  const batch = waiting
  requestAnimationFrame(() => setTimeout(doBatch, 0, batch))
}

/** The same for what somebody waits to see next: as soon as that frame is there, before whatever else has come up by then. */
export function soonAfterPaint(action: () => void): void {
  afterPaint(action)
  const batch = waiting
  if (batch.length > 0) requestAnimationFrame(() => urgently(() => doBatch(batch)))
}

/** Does what waits, with all that it makes wait, for somebody who is about to ask what it changes. */
export function doNow(): void {
  while (waiting.length > 0) doBatch(waiting)
}

/** Does what has waited for a frame, unless a press was quicker. What fails is reported, and keeps nothing else from being done. */
function doBatch(batch: (() => void)[]): void {
  if (batch !== waiting) return
  waiting = []
  for (const action of batch) {
    try {
      action()
    } catch (error) {
      reportError(error)
    }
  }
}
