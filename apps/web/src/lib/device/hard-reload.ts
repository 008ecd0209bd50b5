import { belowDialogs } from '#web/lib/page/dialog-history.ts'

/**
 * Replaces this page by a fresh one, the home page by default, because personal data stays in
 * memory and in `history.state` otherwise.
 */
export function hardReload(path = '/'): void {
  belowDialogs(() => {
    // Browsers keep an entry's state when the page is replaced by itself.
    history.replaceState(null, '')
    location.replace(path)
  })
}
