/** For how long a slow phone may take to bring back where the page stood, in milliseconds. */
const maxRestoreMs = 1000

/**
 * Keeps the page at its top while the browser restores its scroll position after Back or Forward, which it does a frame or several later and tells
 * of by a scroll event alone. Ends as soon as somebody scrolls. Where that Back `isToCome`, it begins anew with it.
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
