import { useState } from 'react'

/**
 * Returns the handler that restores the focus when a dialog closes: to `target` or the opener.
 * Radix needs a trigger, which most dialogs lack.
 */
export function useReturnFocus(target: HTMLElement | null | undefined): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    const taker = target ?? opener
    // The opener may be gone.
    if (taker instanceof HTMLElement && taker.isConnected && taker !== document.body)
      taker.focus({ preventScroll: true })
    else document.getElementById('main')?.focus({ preventScroll: true })
  }
}
