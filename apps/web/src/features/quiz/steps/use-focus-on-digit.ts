import { type RefObject, useEffect } from 'react'

/** A digit typed anywhere on the step lands in its input, though the focus is still on the question. */
export function useFocusOnDigit(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isDigit = /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      const isElsewhere = !(event.target instanceof HTMLInputElement)
      // The browser types the character into whatever has the focus by the time the event has run.
      if (isDigit && isElsewhere) input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
