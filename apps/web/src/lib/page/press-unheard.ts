/** Presses the button that somebody pressed before anything could hear it (`unheard.ts`). Called once, after hydration. */
export function pressUnheard(): void {
  const button = document.unheard
  document.unheard = undefined
  if (button?.isConnected && !button.disabled) button.click()
}
