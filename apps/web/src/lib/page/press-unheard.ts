/** Presses the button that somebody pressed before anything could hear it (`unheard.ts`). Called once, when React is there. */
export function pressUnheard(): void {
  const pressed = document.unheard
  document.unheard = undefined
  if (!pressed) return
  // Where React drew the page anew, another button says the same in its place.
  const button = pressed.isConnected
    ? pressed
    : [...document.querySelectorAll('button')].find(({ textContent }) => textContent === pressed.textContent)
  if (!button?.disabled) button?.click()
}
