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
