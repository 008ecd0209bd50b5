import { useEffect, useRef } from 'react'

/**
 * Answers whether this step was on screen when an event happened (`timeStamp`, milliseconds). A busy phone delivers
 * the second tap of a double tap late, to the step that has come in between.
 */
export function useShownBefore(): (timeStamp: number) => boolean {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  return (timeStamp) => timeStamp >= shownAt.current
}
