/** The maximum time that a slow phone needs to restore the scroll position. */
const maxRestoreMs = 1000

/**
 * Keeps the page at its top while the browser restores a scroll position after history navigation.
 * It ends when the visitor scrolls. `isToCome` waits for the navigation.
 */
export function keepScrollAtTop(isToCome = false): void {
  const over = new AbortController()
  const { signal } = over
  const toTop = () => window.scrollTo(0, 0)
  addEventListener('scroll', toTop, { signal })
  if (isToCome) addEventListener('popstate', () => keepScrollAtTop(), { signal })
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'])
    addEventListener(type, () => over.abort(), { signal, passive: true })
  setTimeout(() => over.abort(), maxRestoreMs)
  toTop()
}
