/**
 * Remembers the last button that was pressed before React was there to hear it; `lib/page/press-unheard.ts` presses it again. The
 * build puts this into every page. What `early.ts` answers by itself is left to it.
 */
addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  if (document.unheard === undefined || button?.closest('[data-step], #early')) return
  document.unheard = button
})
document.unheard = null

// A page whose script did not come says that it goes on by itself once the network is back (`PageLoading`).
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) addEventListener('online', () => location.reload())
  },
  true,
)

declare global {
  interface Document {
    /** Undefined once every press is heard. */
    unheard?: HTMLButtonElement | null | undefined
  }
}

export {}
