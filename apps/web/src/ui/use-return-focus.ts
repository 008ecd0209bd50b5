import { useState } from 'react'

/**
 * Answers what a dialog does with the focus as it closes: `target` gets it, or what had it when the dialog opened. To be called by
 * what is there only while the dialog is open. Left to itself Radix looks for a trigger of its own, and most dialogs have none.
 */
export function useReturnFocus(target: HTMLElement | null | undefined): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    const taker = target ?? opener
    // What opened it may have gone meanwhile, such as a sign-in button.
    if (taker instanceof HTMLElement && taker.isConnected && taker !== document.body)
      taker.focus({ preventScroll: true })
    else document.getElementById('main')?.focus({ preventScroll: true })
  }
}
