let isScrolled = true

if (typeof document !== 'undefined') {
  addEventListener(
    'scroll',
    () => {
      isScrolled = true
    },
    { passive: true },
  )
}

/**
 * Looks where the page stands, for `toPageTop`. To be called before anything is changed: asked later, it would be laid out for that.
 * The event of a scroll comes with the next frame, and a press may be quicker.
 */
export function lookAtPageTop(): void {
  isScrolled ||= scrollY > 0
}

/** Each step begins at its top. */
export function toPageTop(): void {
  if (isScrolled) window.scrollTo(0, 0)
  isScrolled = false
}

/** For how long a slow phone may take to bring back where the page stood, in milliseconds. */
const restoreMs = 1000

/**
 * Keeps the page at its top while the browser brings back where it stood, after its Back or Forward: a frame or several later, once what is
 * drawn has its height, and with no event but that of a scroll. Whoever scrolls meanwhile is let. Where that Back `isToCome`, it begins anew with it.
 */
export function keepAtTop(isToCome = false): void {
  const over = new AbortController()
  const { signal } = over
  const toTop = () => window.scrollTo(0, 0)
  addEventListener('scroll', toTop, { signal })
  if (isToCome) addEventListener('popstate', () => keepAtTop(), { signal })
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'])
    addEventListener(type, () => over.abort(), { signal, passive: true })
  setTimeout(() => over.abort(), restoreMs)
  toTop()
}
