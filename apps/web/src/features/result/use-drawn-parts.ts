import { useEffect, useState } from 'react'
import { afterPaint } from '#web/lib/page/after-paint.ts'

/** Of which result this page has shown all parts. */
let shownWhole: string | undefined

/**
 * How many of a result's `parts` to draw: the first screen of it waits for none of what lies below, and each part comes in a frame of its own,
 * so that a slow phone scrolls and is pressed in between. All at once where the address leads to one of them, or where this page has shown them
 * before: the browser brings whoever comes back to where they were. `of` names the result.
 */
export function useDrawnParts(of: string, parts: number): number {
  const [drawn, setDrawn] = useState(() => (location.hash !== '' || of === shownWhole ? parts : 1))
  useEffect(() => {
    if (drawn < parts) afterPaint(() => setDrawn(drawn + 1))
    else shownWhole = of
  }, [of, drawn, parts])
  return drawn
}
