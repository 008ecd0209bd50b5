import { belowDialogs } from '#web/lib/page/dialog-history.ts'

/**
 * Replaces this page by a fresh one, the home page by default, because personal data stays in
 * memory and in `history.state` otherwise.
 */
export function hardReload(path = '/'): void {
  belowDialogs(() => {
    // A reload to the same address would keep the entry's state.
    history.replaceState(null, '')
    location.replace(path)
  })
}
