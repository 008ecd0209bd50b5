/** Latin letters and the tenge, in the families of `fonts.css`: no question has any, the contact's fields and the result do. */
const faces = [
  ['1em "Golos Text Rare"', 'a₸'],
  ['560 1em "Literata Rare"', '₸'],
] as const

/**
 * Fetches the fonts that the end of the quiz is written in. A font that comes when a page already shows its letters has all of that page
 * laid out anew, and its words jump. Without a network it waits for one: a browser may not ask again for a font that has failed.
 */
export function fetchLaterFonts(): void {
  if (!navigator.onLine) {
    addEventListener('online', fetchLaterFonts, { once: true })
    return
  }
  for (const [font, text] of faces) document.fonts.load(font, text).catch(() => {})
}
