/** Where React draws the page anew, another element says the same in this one's place. */
function inPlaceOf(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const others = document.querySelectorAll<HTMLElement>(element.localName)
  return [...others].find(({ textContent }) => textContent === element.textContent)
}

/** Has whatever takes the place of what has the focus now take the focus too, once React is there (`pressUnheard`). */
export function rememberFocus(): void {
  const { activeElement } = document
  focused = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}
let focused: HTMLElement | null = null

/** Presses the button that somebody pressed before anything could hear it (`unheard.ts`). Called once, when React is there. */
export function pressUnheard(): void {
  const pressed = document.unheard
  document.unheard = undefined
  if (focused && !focused.isConnected) inPlaceOf(focused)?.focus({ preventScroll: true })
  focused = null
  if (!pressed) return
  const button = inPlaceOf(pressed)
  if (!button?.matches(':disabled')) button?.click()
}
