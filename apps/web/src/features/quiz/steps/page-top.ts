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

/** Each step begins at its top. Asking where the page stands would lay it out, so its own events are listened to. */
export function toPageTop(): void {
  if (isScrolled) window.scrollTo(0, 0)
  isScrolled = false
}
