import { useEffect, useState } from 'react'
import { afterPaint } from '#web/lib/page/after-paint.ts'
import { hasKeptPlace } from '#web/lib/page/use-reading-place.ts'

/** Of which results this page has shown all parts. */
const shownWhole = new Set<string>()

/**
 * How many of a result's `parts` to draw: the first screen of it waits for none of what lies below, and each part comes in a frame of its own,
 * so that a slow phone scrolls and is pressed in between. All at once where the address leads to one of them, or where they were shown before:
 * whoever comes back is brought to where they were. `of` names the result.
 */
export function useDrawnParts(of: string, parts: number): number {
  const isWhole = () => location.hash !== '' || shownWhole.has(of) || hasKeptPlace()
  const [drawn, setDrawn] = useState(() => (isWhole() ? parts : 1))
  useEffect(() => {
    if (drawn < parts) afterPaint(() => setDrawn(drawn + 1))
    else shownWhole.add(of)
  }, [of, drawn, parts])
  return Math.min(drawn, parts)
}
