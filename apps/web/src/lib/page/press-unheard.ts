/** Where the page is drawn anew, another element says the same in this one's place. */
function inPlaceOf(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const others = document.querySelectorAll<HTMLElement>(element.localName)
  return [...others].find(({ textContent }) => textContent === element.textContent)
}

/** Whether `early.ts` answers the first screen and the first questions here: not to whoever it takes for somebody half way. */
const hasEarlyAnswers =
  typeof document !== 'undefined' && document.documentElement.dataset.resuming === undefined

let focused: HTMLElement | null = null

/** Before the page is drawn anew: has what takes the place of a button or link with the focus take the focus too (`pressUnheard`). */
export function rememberFocus(): void {
  focused = document.querySelector<HTMLElement>('#root :is(a, button):focus')
}

/**
 * Presses the button that somebody pressed before anything could hear it (`unheard.ts`), and has the focus where it was (`rememberFocus`).
 * Called once, when the page can hear it.
 */
export function pressUnheard(): void {
  const pressed = document.unheard
  document.unheard = undefined
  if (focused && !focused.isConnected) inPlaceOf(focused)?.focus({ preventScroll: true })
  focused = null
  if (!pressed || (hasEarlyAnswers && pressed.closest('[data-step], #early'))) return
  const button = inPlaceOf(pressed)
  if (!button?.matches(':disabled')) button?.click()
}
